import { api, pageSize, type VideoSummary } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { type DocPages, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { videoKeys } from '../../publishing/videos/api.ts'

/** Cached under the key of video lists, so that edits, unlikes and deletions reach it. */
const likedVideosQuery = pagedQuery(videoKeys.liked, loadPage)

type LikedPage = Awaited<ReturnType<typeof loadPage>>

async function loadPage(cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: pageSize.default, cursor }
  const { likedVideos, ...totals } = await call(api.likes.likedVideos, { query, signal })
  // A click on a video's own page changes `isLiked` here as well. The number of likes is not shown here.
  const docs = likedVideos.map(({ video }) => ({ ...video, isLiked: true, likes: 0 }))
  return { docs, loaded: docs.length, ...totals }
}

export function useLikedVideos() {
  return useLongList(likedVideosQuery, { select: toLiked })
}

/** The videos still liked. The total is the first page's, minus videos unliked or deleted here since. */
function toLiked(data: DocPages<VideoSummary>) {
  // The query's type has only the fields common to all lists.
  const pages = data.pages as LikedPage[]
  const videos = pages.flatMap(({ docs }) => docs).filter(({ isLiked }) => isLiked)
  const [first] = pages
  const hasMore = (pages.at(-1)?.nextCursor ?? null) !== null
  const gone = pages.reduce((sum, { loaded }) => sum + loaded, 0) - videos.length
  // Once everything is loaded, the exact count is known.
  const total = hasMore ? Math.max((first?.totalDocs ?? 0) - gone, videos.length) : videos.length
  return { videos, total, isTotalCapped: hasMore && (first?.isTotalCapped ?? false) }
}
