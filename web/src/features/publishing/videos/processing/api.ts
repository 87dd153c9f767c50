import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Video, type VideoProgress } from '@vireo/contract'
import { useCallback } from 'react'
import { call } from '../../../../lib/api-client.ts'
import { usePersonalEvents } from '../../../../lib/events.ts'
import { logFailure } from '../../../../lib/log.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { patchVideo, videoKeys } from '../api.ts'
import {
  findNewlyPlayable,
  isUnfinished,
  mergeProcessing,
  type Processing,
  patchProcessing,
} from './processing-list.ts'

/** Only the newest videos can be unfinished: one page of them is enough. */
const newestCount = 12

/** The viewer's videos that are being processed, or have been since this page was opened. */
const processingQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [...videoKeys.processing, ownerId],
    queryFn: async ({ client, queryKey, signal }): Promise<Processing[]> => {
      try {
        const { docs } = await call(api.videos.list, {
          query: { userId: ownerId, limit: newestCount },
          signal,
        })
        const known: Processing[] = client.getQueryData(queryKey) ?? []
        const merged = mergeProcessing(known, docs)
        refreshNewlyPlayable(client, known, merged)
        return merged
      } catch (error) {
        logFailure('Videos that are being processed could not be loaded', error)
        throw error
      }
    },
    // Fetched once; after that the server sends events.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** `isDiscovering`: whether to look once for videos left unfinished by earlier visits. */
export function useProcessing(ownerId: string, isDiscovering = false) {
  const queryClient = useQueryClient()
  const { data: videos = [], refetch } = useQuery({ ...processingQuery(ownerId), enabled: isDiscovering })
  const dismiss = (id: string) =>
    queryClient.setQueryData(processingQuery(ownerId).queryKey, (list) =>
      list?.filter(({ _id }) => _id !== id),
    )
  return { videos, dismiss, refetch }
}

/** Keeps the videos above up to date with the server's events. */
export function useProcessingEvents(ownerId: string, { videos, refetch }: ReturnType<typeof useProcessing>) {
  const queryClient = useQueryClient()
  const patch = useCallback(
    (change: VideoProgress) => applyProgress(queryClient, ownerId, change),
    [queryClient, ownerId],
  )
  // Events sent before the connection opened, or while it was broken, are lost: fetch the state instead.
  const catchUp = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  usePersonalEvents('video-progress', {
    isListening: videos.some(isUnfinished),
    onEvent: patch,
    onOpen: catchUp,
  })
}

function applyProgress(queryClient: QueryClient, ownerId: string, change: VideoProgress) {
  const { queryKey } = processingQuery(ownerId)
  const before = queryClient.getQueryData(queryKey) ?? []
  const after = patchProcessing(before, change)
  queryClient.setQueryData(queryKey, after)
  const { _id, status, progress, failure, estimate } = change
  // A missing estimate means that it no longer applies.
  patchVideo(queryClient, _id, () => ({ status, progress, failure, estimate }))
  refreshNewlyPlayable(queryClient, before, after)
}

/** A newly playable video appears in lists, and its own page gets its file addresses. */
function refreshNewlyPlayable(queryClient: QueryClient, before: Processing[], after: Processing[]) {
  for (const { _id } of findNewlyPlayable(before, after)) {
    void queryClient.invalidateQueries({ queryKey: videoKeys.lists })
    void queryClient.invalidateQueries({ queryKey: videoKeys.detail(_id) })
  }
}

/** Takes a video that has just been published. */
export function trackProcessing(queryClient: QueryClient, video: Video) {
  const { queryKey } = processingQuery(video.owner._id)
  const isFirst = queryClient.getQueryData(queryKey) === undefined
  queryClient.setQueryData(queryKey, (list = []) =>
    list.some(({ _id }) => _id === video._id) ? list : mergeProcessing(list, [video, ...list]),
  )
  // Other videos may be unfinished too, so the home page still has to look for them.
  if (isFirst) void queryClient.invalidateQueries({ queryKey })
}

export function useRetryProcessing() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.videos.retry, { params: { id } }),
    onSuccess: (video) => {
      // An old failure is not in the list; from now on it is tracked like a new video.
      trackProcessing(queryClient, video)
      applyProgress(queryClient, video.owner._id, video)
    },
    onError: (error) => toastError(error.message),
  })
}
