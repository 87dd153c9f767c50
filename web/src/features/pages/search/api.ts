import { type api, type DataOf, type Search, type VideoSummary, videoSearchQuery } from '@vireo/contract'
import { type DocPages, flattenPages } from '../../../lib/query/paged-docs.ts'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { tweetListQuery } from '../../publishing/tweets/api.ts'
import { videoListQuery } from '../../publishing/videos/api.ts'

export const videosFoundQuery = (search: Search) => videoListQuery(videoSearchQuery(search))
/** Newest first. */
export const tweetsFoundQuery = ({ query }: Search) => tweetListQuery({ query })

export function useVideoSearch(search: Search) {
  return useLongList(videosFoundQuery(search), {
    select: toFound,
    isEnabled: search.type === 'videos',
  })
}

/** The videos of all loaded pages. Data about the whole search comes with the first page. */
function toFound(data: DocPages<VideoSummary>) {
  // The query's type has only the fields common to all lists.
  const first = data.pages[0] as DataOf<typeof api.videos.list> | undefined
  const videos = flattenPages(data)
  const hasMore = (data.pages.at(-1)?.nextCursor ?? null) !== null
  return {
    videos,
    hasMore,
    isRelated: first?.related ?? false,
    corrected: first?.corrected,
    channels: first?.users ?? [],
    // Once everything is loaded, the loaded videos are counted, as some may have been deleted.
    total: hasMore ? Math.max(first?.totalDocs ?? 0, videos.length) : videos.length,
    isTotalCapped: hasMore && (first?.isTotalCapped ?? false),
  }
}

export function useTweetSearch(search: Search) {
  return useLongList(tweetsFoundQuery(search), { isEnabled: search.type === 'tweets' })
}

export type VideoSearch = ReturnType<typeof useVideoSearch>
export type TweetSearch = ReturnType<typeof useTweetSearch>
