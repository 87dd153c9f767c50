import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigationType } from 'react-router'
import { flattenPages, videoListQuery } from '../videos/api.ts'

const fillEveryMs = 5000
/** A site with fewer is just filling up: videos appear as they become playable. */
const fullFrom = 12
/** Each loaded page is asked for again by a refetch, one after the other; more than these are left alone. */
const mostRefetched = 2
const staleAfterMs = 30_000

const query = videoListQuery()

export function useFeed() {
  const queryClient = useQueryClient()
  const navigationType = useNavigationType()

  // Coming here anew, not back: a long list starts over with its first page, and what is new on top of it.
  useEffect(() => {
    const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(query.queryKey) ?? {}
    const isStale = Date.now() - dataUpdatedAt > staleAfterMs
    if (navigationType === 'POP' || !data || data.pages.length <= mostRefetched || !isStale) return
    queryClient.setQueryData(query.queryKey, firstPageOf(data), { updatedAt: dataUpdatedAt })
    void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })
  }, [queryClient, navigationType])

  return useInfiniteQuery({
    ...query,
    select: flattenPages,
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= mostRefetched,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= mostRefetched,
    refetchOnReconnect: ({ state }) => state.status === 'error',
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages
      return pages && pages.flatMap(({ docs }) => docs).length < fullFrom ? fillEveryMs : false
    },
  })
}

function firstPageOf<Data extends { pages: unknown[]; pageParams: unknown[] }>(data: Data): Data {
  return { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}
