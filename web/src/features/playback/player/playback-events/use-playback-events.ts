import { useLayoutEffect, useRef } from 'react'
import type { PlayerParts } from '../create-player.ts'
import type { PlayableVideo } from '../state/player-types.ts'
import { type Reports, watchPlaying } from './watch-playing.ts'

/**
 * Reports playback events to the page. Must be called before useLoad and with the same kind of effect: the last
 * position must be reported before the source is closed.
 */
export function usePlaybackEvents(
  { media, takeFirstPlayed }: PlayerParts,
  video: PlayableVideo,
  reports: Reports,
) {
  const { _id: id, duration } = video
  const latest = useRef<{ reports: Reports }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each video is counted anew
  useLayoutEffect(() => {
    // Separate for each video, because its last position is reported after the next video has been rendered.
    const own = { reports }
    latest.current = own
    const follow: Required<Reports> = {
      onPlaying: () => own.reports.onPlaying?.(),
      onPosition: (...position) => own.reports.onPosition?.(...position),
      onView: () => own.reports.onView?.(),
      onPlayed: (ranges) => own.reports.onPlayed?.(ranges),
      onEnded: () => own.reports.onEnded?.(),
    }
    return watchPlaying(media, duration, follow, takeFirstPlayed())
  }, [media, takeFirstPlayed, id])

  useLayoutEffect(() => {
    if (latest.current) latest.current.reports = reports
  })
}
