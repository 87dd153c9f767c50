import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigationType } from 'react-router'
import { type DocPages, flattenPages, type pagedQuery } from './paged-docs.ts'

/** Each loaded page is asked for again by a refetch, one after the other; more than these are left alone. */
const mostRefetched = 2
const staleAfterMs = 30_000

type LongList<Doc, Key extends readonly unknown[]> = ReturnType<typeof pagedQuery<Doc, Key>>
type Options<Doc, Data> = {
  /** What is shown of its pages; otherwise one list of all. */
  select?: (data: DocPages<Doc>) => Data
  /** How soon to look again, judged by what is there. */
  lookAgain?: (docs: Doc[]) => number | false
  /** False while it is not known yet what to ask for. */
  isEnabled?: boolean
  /** Whether what is there is to be left as it is for now, and not loaded anew. */
  isKept?: (docs: Doc[]) => boolean
}

/** A list that goes on as one scrolls, and is found as it was left when one comes back. */
export function useLongList<Doc, Key extends readonly unknown[], Data = Doc[]>(
  query: LongList<Doc, Key>,
  { select, lookAgain, isEnabled = true, isKept }: Options<Doc, Data> = {},
) {
  const queryClient = useQueryClient()
  const navigationType = useNavigationType()
  const { queryKey } = query

  // Coming here anew, not back: a long list starts over with its first page, and what is new on top of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made anew with each render
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
    // Without `select`, Data is what it is unless told: one list.
    select: select ?? (flattenPages as (data: DocPages<Doc>) => Data),
    enabled: ({ state: { data } }) => isEnabled && !(data && isKept?.(flattenPages(data))),
    refetchOnMount: ({ state }) => isShort(state.data),
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    refetchOnReconnect: ({ state }) => state.status === 'error',
    refetchInterval: ({ state: { data } }) => (data && lookAgain?.(flattenPages(data))) ?? false,
  })
}

const isShort = (data: DocPages<unknown> | undefined) => (data?.pages.length ?? 0) <= mostRefetched

function firstPageOf<Doc>(data: DocPages<Doc>): DocPages<Doc> {
  return { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}
