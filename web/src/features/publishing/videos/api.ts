import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, type QueryOf, type Video, type VideoSummary } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { deleteDoc, patchDetail, patchDoc } from '../../../lib/query/cached-docs.ts'
import { pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { channelsKey } from '../../people/accounts/api.ts'
import { cacheSubscription } from '../../people/subscriptions/api.ts'

export type VideoDetail = DataOf<typeof api.videos.get>
export type VideoListParams = Omit<QueryOf<typeof api.videos.list>, 'cursor'>

export const videoKeys = {
  lists: ['videos', 'list'] as const,
  list: (params: VideoListParams) => [...videoKeys.lists, params] as const,
  /** Also video lists; their queries are in the features history and liked-videos. */
  history: ['videos', 'list', 'history'] as const,
  /** Key of the mutations that remove one history entry, clear the history, or restore an entry. */
  historyChange: (change: 'remove' | 'clear' | 'restore', id?: string) => ['history', change, id] as const,
  liked: ['videos', 'list', 'liked'] as const,
  /** The liked videos being played; its query is in library/playlists/play-queue. */
  likedPlayQueue: ['videos', 'liked-play-queue'] as const,
  /** Owned by processing/api.ts. */
  processing: ['videos', 'processing'] as const,
  details: ['videos', 'detail'] as const,
  detail: (id: string) => [...videoKeys.details, id] as const,
}

/** The message for any list of videos that cannot be loaded. */
export const videoListFailure = 'Failed to fetch videos. Please try again'

export function videoListQuery(params: VideoListParams = {}) {
  return pagedQuery(videoKeys.list(params), (cursor, signal) =>
    call(api.videos.list, { query: { ...params, cursor }, signal }),
  )
}

/** `early` is the response to a request that was sent before the app started. */
export function videoQuery(id: string, early?: Promise<VideoDetail>) {
  // Used once: a retry sends a new request.
  let first = early
  return queryOptions({
    queryKey: videoKeys.detail(id),
    queryFn: async ({ signal, client }) => {
      const answer = first ?? call(api.videos.get, { params: { id }, signal })
      first = undefined
      const video = await answer
      const { isSubscribed, subscribersCount: totalSubscriber, isOwnerBlocked: isBlocked } = video
      cacheSubscription(client, video.owner._id, { isSubscribed, totalSubscriber, isBlocked })
      return video
    },
  })
}

/** Changes fields of a video that lists show too, in them and on its own page. */
export function patchVideo(
  queryClient: QueryClient,
  id: string,
  change: (video: VideoSummary) => Partial<VideoSummary>,
) {
  patchDoc<VideoSummary>(queryClient, videoKeys, id, change)
}

/** Changes fields that only the video's own page shows. */
export function patchVideoDetail(
  queryClient: QueryClient,
  id: string,
  change: (video: VideoDetail) => Partial<VideoDetail>,
) {
  patchDetail(queryClient, videoKeys, id, change)
}

export async function deleteVideo(queryClient: QueryClient, id: string, beforeRemoval: () => void) {
  const remove = () => call(api.videos.remove, { params: { id }, query: { canUndo: true } })
  await deleteDoc(queryClient, videoKeys, id, { remove, beforeRemoval })
  queryClient.setQueriesData<Pick<Video, '_id'>[]>({ queryKey: videoKeys.processing }, (list) =>
    list?.filter(({ _id }) => _id !== id),
  )
  void queryClient.invalidateQueries({ queryKey: channelsKey })
}

export function restoreVideo(queryClient: QueryClient, id: string) {
  return runMutation(queryClient, async () => {
    await call(api.videos.restore, { params: { id } })
    for (const queryKey of [videoKeys.lists, videoKeys.detail(id), videoKeys.processing, channelsKey])
      void queryClient.invalidateQueries({ queryKey })
  })
}
