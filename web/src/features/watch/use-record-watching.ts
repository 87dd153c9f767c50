import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { logFailure } from '../../lib/log.ts'
import { currentUserQuery } from '../account/api.ts'
import { patchVideo, type VideoDetail, videoKeys, videoQuery } from '../videos/api.ts'
import { addToHistory, recordView } from './api.ts'

type Watched = Pick<VideoDetail, '_id' | 'viewToken'>

/** Reports to the server: history and position of signed-in people, and everyone's views. */
export function useRecordWatching({ _id, viewToken }: Watched) {
  const queryClient = useQueryClient()
  const watched = useRef<Watched>({ _id, viewToken })
  // Changed in an effect, because the player reports the last position of the previous video in its own clean-up. The
  // first token is kept, as a newer one would mean that the page was opened only now.
  useEffect(() => {
    if (watched.current._id !== _id) watched.current = { _id, viewToken }
  }, [_id, viewToken])

  return useMemo(
    () => ({
      onPlaying: () => void noteWatching(queryClient, watched.current._id),
      onPosition: (seconds: number) => savePosition(queryClient, watched.current._id, seconds),
      onView: () => void countView(queryClient, watched.current),
    }),
    [queryClient],
  )
}

async function noteWatching(queryClient: QueryClient, id: string) {
  try {
    if (await queryClient.ensureQueryData(currentUserQuery)) await record(queryClient, id)
  } catch (error) {
    logFailure('The video could not be added to the watch history', error)
  }
}

function savePosition(queryClient: QueryClient, id: string, seconds: number) {
  // So that the video resumes here when someone comes back to this page without a reload, visitors too.
  queryClient.setQueryData(videoQuery(id).queryKey, (video) => video && { ...video, resumeAt: seconds })
  // Not awaited, because the page may be closing.
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return
  record(queryClient, id, seconds).catch((error: unknown) =>
    logFailure('The position could not be saved', error),
  )
}

async function record(queryClient: QueryClient, id: string, seconds?: number) {
  await addToHistory(id, seconds)
  void queryClient.invalidateQueries({ queryKey: videoKeys.history })
}

async function countView(queryClient: QueryClient, { _id, viewToken }: Watched) {
  try {
    const { isCounted } = await recordView(_id, viewToken)
    if (isCounted) patchVideo(queryClient, _id, ({ views }) => ({ views: views + 1 }))
  } catch (error) {
    logFailure('The view could not be counted', error)
  }
}
