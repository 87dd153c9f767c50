import { api, pageSize, type Video } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { type DocPages, pagedQuery } from '../../lib/paged-docs.ts'
import { useLongList } from '../../lib/use-long-list.ts'
import { videoKeys } from '../videos/api.ts'

/** Under the key of lists of videos: what is edited, unliked or deleted elsewhere changes here too. */
const likedVideosQuery = pagedQuery(videoKeys.liked, loadPage)

type LikedPage = Awaited<ReturnType<typeof loadPage>>

async function loadPage(cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: pageSize.default, cursor }
  const { likedVideos, ...told } = await call(api.like.likedVideos, { query, signal })
  const docs = likedVideos.map(({ video }) => video)
  return { docs, loaded: docs.length, ...told }
}

export function useLikedVideos() {
  return useLongList(likedVideosQuery, { select: toLiked })
}

/** What is still liked. The total of the first page is less by what was unliked or deleted here since. */
function toLiked(data: DocPages<Video>) {
  // The query knows only what all lists have in common.
  const pages = data.pages as LikedPage[]
  const videos = pages.flatMap(({ docs }) => docs).filter(({ isLiked }) => isLiked)
  const [first] = pages
  const hasMore = (pages.at(-1)?.nextCursor ?? null) !== null
  const gone = pages.reduce((sum, { loaded }) => sum + loaded, 0) - videos.length
  // Once all are here, they are counted as they are.
  const total = hasMore ? Math.max((first?.totalDocs ?? 0) - gone, videos.length) : videos.length
  return { videos, total, isTotalCapped: hasMore && (first?.isTotalCapped ?? false) }
}
