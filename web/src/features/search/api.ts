import type { api, DataOf, QueryOf, Video } from '@vireo/contract'
import { type DocPages, flattenPages } from '../../lib/query/paged-docs.ts'
import { useLongList } from '../../lib/query/use-long-list.ts'
import { tweetListQuery } from '../tweets/api.ts'
import { videoListQuery } from '../videos/api.ts'
import type { Search, Sort } from './search-params.ts'

type Order = Pick<QueryOf<typeof api.videos.list>, 'sortBy' | 'sortType'>

const orders: Record<Sort, Order> = {
  views: { sortBy: 'views', sortType: 'desc' },
  newest: { sortBy: 'createdAt', sortType: 'desc' },
  longest: { sortBy: 'duration', sortType: 'desc' },
}

export function useVideoSearch({ query, type, uploaded, length, sort }: Search) {
  return useLongList(videoListQuery({ query, uploaded, length, ...orders[sort] }), {
    select: toFound,
    isEnabled: type === 'videos',
  })
}

/** The videos of all loaded pages. The facts about the whole search come with the first page. */
function toFound(data: DocPages<Video>) {
  // The type of the query has only what all lists share.
  const first = data.pages[0] as DataOf<typeof api.videos.list> | undefined
  const videos = flattenPages(data)
  const hasMore = (data.pages.at(-1)?.nextCursor ?? null) !== null
  return {
    videos,
    hasMore,
    isRelated: first?.related ?? false,
    channels: first?.users ?? [],
    // Once everything is loaded, the videos are counted: some may have been deleted since.
    total: hasMore ? Math.max(first?.totalDocs ?? 0, videos.length) : videos.length,
    isTotalCapped: hasMore && (first?.isTotalCapped ?? false),
  }
}

/** Newest first. */
export function useTweetSearch({ query, type }: Search) {
  return useLongList(tweetListQuery({ query }), { isEnabled: type === 'tweets' })
}

export type VideoSearch = ReturnType<typeof useVideoSearch>
export type TweetSearch = ReturnType<typeof useTweetSearch>
