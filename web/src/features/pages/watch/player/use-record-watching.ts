import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { logFailure } from '../../../../lib/log.ts'
import { currentUserQuery } from '../../../people/accounts/api.ts'
import type { PlayedRange } from '../../../playback/player/playback-events/report-played.ts'
import { patchVideo, type VideoDetail, videoKeys, videoQuery } from '../../../publishing/videos/api.ts'
import { addToHistory, recordPlayed, recordView } from '../api.ts'

type RecordedVideo = Pick<VideoDetail, '_id' | 'viewToken'> & {
  /** Its entry was removed from the history while it plays in the corner. */
  isRemoved?: boolean
}

/** Reports to the server: history and position of signed-in people, everyone's views and played ranges. */
export function useRecordWatching({ _id, viewToken }: RecordedVideo) {
  const queryClient = useQueryClient()
  const recorded = useRef<RecordedVideo>({ _id, viewToken })
  // Changed in an effect, because the player reports the last position of the previous video in its own clean-up. The
  // first token is kept, as a newer one would mean that the page was opened only now.
  useEffect(() => {
    if (recorded.current._id !== _id) recorded.current = { _id, viewToken }
  }, [_id, viewToken])

  useEffect(() => watchHistory(queryClient, recorded), [queryClient])

  return useMemo(
    () => ({
      onPlaying: () => void addWatched(queryClient, recorded.current._id),
      /** Its page is opened again from the corner. */
      onReopened() {
        if (!recorded.current.isRemoved) return
        recorded.current.isRemoved = false
        void addWatched(queryClient, recorded.current._id)
      },
      onPosition: (seconds: number, isRegular = false) =>
        savePosition(queryClient, recorded.current, { seconds, isRegular }),
      onView: () => void countView(queryClient, recorded.current),
      onPlayed: (ranges: PlayedRange[]) => reportPlayed(recorded.current, ranges),
    }),
    [queryClient],
  )
}

async function addWatched(queryClient: QueryClient, id: string) {
  try {
    if (!(await queryClient.ensureQueryData(currentUserQuery))) return
    await addToHistory(id)
    void queryClient.invalidateQueries({ queryKey: videoKeys.history })
  } catch (error) {
    logFailure('The video could not be added to the watch history', error)
  }
}

type Position = { seconds: number; isRegular: boolean }

function savePosition(
  queryClient: QueryClient,
  { _id, isRemoved }: RecordedVideo,
  { seconds, isRegular }: Position,
) {
  // Lets the video resume here on return to this page without a reload, for visitors too.
  const { queryKey } = videoQuery(_id)
  // Keeps the age of the cached video.
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
  queryClient.setQueryData(queryKey, (video) => video && { ...video, resumeAt: seconds }, { updatedAt })
  // Not awaited, because the page may be closing.
  if (isRemoved || !queryClient.getQueryData(currentUserQuery.queryKey)) return
  // A list beside the mini-player is not loaded again every ten seconds.
  const refetchType = isRegular ? 'none' : 'active'
  addToHistory(_id, seconds).then(
    () => {
      patchVideo(queryClient, _id, () => ({ watchedSeconds: seconds }))
      return queryClient.invalidateQueries({ queryKey: videoKeys.history, refetchType })
    },
    (error: unknown) => logFailure('The position could not be saved', error),
  )
}

/** Otherwise the next position would restore an entry removed beside the mini-player. */
function watchHistory(queryClient: QueryClient, recorded: RefObject<RecordedVideo>) {
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [feature, change, id] = event.mutation.options.mutationKey ?? []
    if (feature !== 'history') return
    if (change === 'clear' || id === recorded.current._id) recorded.current.isRemoved = change !== 'restore'
  })
}

async function countView(queryClient: QueryClient, { _id, viewToken }: RecordedVideo) {
  try {
    const { isCounted } = await recordView(_id, viewToken)
    if (isCounted) patchVideo(queryClient, _id, ({ views }) => ({ views: views + 1 }))
  } catch (error) {
    logFailure('The view could not be counted', error)
  }
}

function reportPlayed({ _id, viewToken }: RecordedVideo, ranges: PlayedRange[]) {
  // Not awaited, because the page may be closing.
  recordPlayed(_id, viewToken, ranges).catch((error: unknown) =>
    logFailure('What was played could not be reported', error),
  )
}
