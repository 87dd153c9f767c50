import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigationType } from 'react-router'
import { type DocPages, flattenPages, type pagedQuery } from './paged-docs.ts'

/** A refetch loads every page again, one after the other, so lists with more pages than this are not refetched. */
const maxRefetchedPages = 2
const staleAfterMs = 30_000

type LongList<Doc, Key extends readonly unknown[]> = ReturnType<typeof pagedQuery<Doc, Key>>
type Options<Doc, Data> = {
  /** Selects from the pages; by default one list of all documents. */
  select?: (data: DocPages<Doc>) => Data
  /** When to refetch, depending on what is loaded. */
  refetchAfter?: (docs: Doc[]) => number | false
  /** False while the query is not known yet. */
  isEnabled?: boolean
  /** Whether to skip refetching the loaded documents for now. */
  isFrozen?: (docs: Doc[]) => boolean
}

/** A list that loads more on scroll and keeps its state for when the person comes back. */
export function useLongList<Doc, Key extends readonly unknown[], Data = Doc[]>(
  query: LongList<Doc, Key>,
  { select, refetchAfter, isEnabled = true, isFrozen }: Options<Doc, Data> = {},
) {
  const queryClient = useQueryClient()
  const navigationType = useNavigationType()
  const { queryKey } = query

  // On a new visit (not Back), a long list starts over with a fresh first page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new array in each render
  useEffect(() => {
    if (!isEnabled) return
    const {
      data,
      dataUpdatedAt = 0,
      isInvalidated,
    } = queryClient.getQueryState<DocPages<Doc>>(queryKey) ?? {}
    const isStale = isInvalidated || Date.now() - dataUpdatedAt > staleAfterMs
    if (navigationType === 'POP' || !data || isShort(data) || !isStale) return
    queryClient.setQueryData<DocPages<Doc>>(queryKey, firstPageOf(data), { updatedAt: dataUpdatedAt })
    void queryClient.refetchQueries({ queryKey, exact: true })
  }, [queryClient, navigationType, isEnabled, JSON.stringify(queryKey)])

  return useInfiniteQuery({
    ...query,
    // Without `select`, Data is its default: one list.
    select: select ?? (flattenPages as (data: DocPages<Doc>) => Data),
    enabled: ({ state: { data } }) => isEnabled && !(data && isFrozen?.(flattenPages(data))),
    refetchOnMount: ({ state }) => isShort(state.data),
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    refetchOnReconnect: ({ state }) => state.status === 'error',
    refetchInterval: ({ state: { data } }) => (data && refetchAfter?.(flattenPages(data))) ?? false,
  })
}

const isShort = (data: DocPages<unknown> | undefined) => (data?.pages.length ?? 0) <= maxRefetchedPages

function firstPageOf<Doc>(data: DocPages<Doc>): DocPages<Doc> {
  return { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}
