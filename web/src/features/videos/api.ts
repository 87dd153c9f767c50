import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, type QueryOf, type Video } from '@vireo/contract'
import { ApiError, call } from '../../lib/api-client.ts'
import { changeDocs, pagedQuery } from '../../lib/paged-docs.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { channelsKey } from '../account/api.ts'
import { noteSubscription } from '../subscriptions/api.ts'

export type VideoDetail = DataOf<typeof api.video.get>
export type VideoListParams = Omit<QueryOf<typeof api.video.list>, 'cursor'>

/** Every list of videos lives under `lists`, so that a change to a video reaches all of them. */
export const videoKeys = {
  lists: ['videos', 'list'] as const,
  list: (params: VideoListParams) => [...videoKeys.lists, params] as const,
  /** Owned by processing.ts. */
  processing: ['videos', 'processing'] as const,
  detail: (id: string) => ['videos', 'detail', id] as const,
}

/** Said of every list of videos that cannot be loaded. */
export const listFailure = 'Failed to fetch videos. Please try again'

export function videoListQuery(params: VideoListParams = {}) {
  return pagedQuery(videoKeys.list(params), (cursor, signal) =>
    call(api.video.list, { query: { ...params, cursor }, signal }),
  )
}

export function videoQuery(id: string) {
  return queryOptions({
    queryKey: videoKeys.detail(id),
    queryFn: async ({ signal, client }) => {
      const video = await call(api.video.get, { params: { id }, signal })
      const { isSubscribed, subscribersCount } = video
      noteSubscription(client, video.owner._id, { isSubscribed, totalSubscriber: subscribersCount })
      return video
    },
  })
}

/** Changes a video wherever it is in the cache. */
export function patchVideo(
  queryClient: QueryClient,
  id: string,
  change: (video: Pick<Video, keyof Video>) => Partial<Video>,
) {
  queryClient.setQueryData<VideoDetail>(
    videoKeys.detail(id),
    (video) => video && { ...video, ...change(video) },
  )
  changeLists(queryClient, id, (docs) =>
    docs.map((video) => (video._id === id ? { ...video, ...change(video) } : video)),
  )
}

/** An answer on its way may be older than what we know of this video by now. */
export function dropPendingAnswer(queryClient: QueryClient, id: string) {
  const queryKey = videoKeys.detail(id)
  if (queryClient.getQueryData(queryKey)) void queryClient.cancelQueries({ queryKey })
}

/** Deletes one's own video. One that is already gone is as good as deleted. */
export async function deleteVideo(queryClient: QueryClient, id: string, beforeGone?: () => void) {
  try {
    await runMutation(queryClient, () => call(api.video.remove, { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  beforeGone?.()
  // A list on its way may still have it.
  void queryClient.cancelQueries({
    queryKey: videoKeys.lists,
    predicate: ({ state }) => state.data !== undefined,
  })
  changeLists(queryClient, id, (docs) => docs.filter(({ _id }) => _id !== id))
  queryClient.setQueriesData<Pick<Video, '_id'>[]>({ queryKey: videoKeys.processing }, (list) =>
    list?.filter(({ _id }) => _id !== id),
  )
  // Its own page may still be showing: that is not asked to load what is gone.
  queryClient.removeQueries({ queryKey: videoKeys.detail(id), type: 'inactive' })
  void queryClient.invalidateQueries({ queryKey: videoKeys.detail(id), refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: channelsKey })
}

function changeLists(queryClient: QueryClient, id: string, change: (docs: Video[]) => Video[]) {
  changeDocs<Video>(queryClient, videoKeys.lists, id, change)
}
