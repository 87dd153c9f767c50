import { useInfiniteQuery } from '@tanstack/react-query'
import type { api, DataOf, QueryOf } from '@vireo/contract'
import { flattenPages } from '../../lib/paged-docs.ts'
import { useLongList } from '../../lib/use-long-list.ts'
import { tweetListQuery } from '../tweets/api.ts'
import { videoListQuery } from '../videos/api.ts'
import type { Search, Sort } from './search-params.ts'

type Order = Pick<QueryOf<typeof api.video.list>, 'sortBy' | 'sortType'>

const orders: Record<Sort, Order> = {
  views: { sortBy: 'views', sortType: 'desc' },
  newest: { sortBy: 'createdAt', sortType: 'desc' },
  longest: { sortBy: 'duration', sortType: 'desc' },
}

/** What was found, page by page. What is said about all of it comes with the first page. */
export function useVideoSearch({ query, type, uploaded, length, sort }: Search) {
  return useInfiniteQuery({
    ...videoListQuery({ query, uploaded, length, ...orders[sort] }),
    select: (data) => {
      // The query knows only what all lists have in common.
      const first = data.pages[0] as DataOf<typeof api.video.list> | undefined
      const videos = flattenPages(data)
      return {
        videos,
        isRelated: first?.related ?? false,
        channels: first?.users ?? [],
        total: first?.totalDocs ?? videos.length,
        isTotalCapped: first?.isTotalCapped ?? false,
      }
    },
    enabled: type === 'videos',
  })
}

/** The newest first. */
export function useTweetSearch({ query, type }: Search) {
  return useLongList(tweetListQuery({ query }), { isEnabled: type === 'tweets' })
}

export type VideoSearch = ReturnType<typeof useVideoSearch>
export type TweetSearch = ReturnType<typeof useTweetSearch>
