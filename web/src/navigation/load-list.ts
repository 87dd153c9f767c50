import type { InfiniteData, InfiniteQueryExecuteOptions, QueryKey } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { queryClientContext } from './loader-context.ts'

/** Starts loading a list unless it is loaded. A failure is shown by the page, which reads the same query. */
export async function loadList<Page, Key extends QueryKey, Cursor>(
  context: LoaderFunctionArgs['context'],
  query: InfiniteQueryExecuteOptions<Page, Error, InfiniteData<Page>, Key, Cursor>,
) {
  await context
    .get(queryClientContext)
    .infiniteQuery({ ...query, staleTime: 'static' })
    .catch(() => {})
}
