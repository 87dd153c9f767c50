import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

type Page<Doc> = { docs: Doc[]; nextCursor: string | null }
export type DocPages<Doc> = InfiniteData<Page<Doc>, string | undefined>
type Load<Doc> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Doc>>

/** A list that is loaded page by page. */
export function pagedQuery<Doc, Key extends QueryKey>(queryKey: Key, load: Load<Doc>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Long enough to return from a document to the same place in the list.
    gcTime: 30 * 60_000,
  })
}

/** All pages as one list, for `select`. */
export function flattenPages<Doc>({ pages }: DocPages<Doc>): Doc[] {
  return pages.flatMap(({ docs }) => docs)
}

/** Changes all lists under a key that contain the document. Others stay the same object and do not re-render. */
export function changeDocs<Doc extends { _id: string }>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  id: string,
  change: (docs: Doc[]) => Doc[],
) {
  queryClient.setQueriesData<DocPages<Doc>>({ queryKey }, (data) => {
    const isListed = data?.pages.some(({ docs }) => docs.some(({ _id }) => _id === id))
    if (!data || !isListed) return data
    return { ...data, pages: data.pages.map((page) => ({ ...page, docs: change(page.docs) })) }
  })
}
