import { useLayoutEffect, useRef } from 'react'
import type { PlayerParts } from '../create-player.ts'
import type { PlayableVideo } from '../player-types.ts'
import { type Reports, watchPlaying } from '../watch-playing.ts'

/**
 * Tells the page what it wants to know of the playing. Comes before useLoad and in the same phase: the last
 * position must be told before the source is closed.
 */
export function useReports({ media, takeBeginning }: PlayerParts, video: PlayableVideo, reports: Reports) {
  const { _id: id, duration } = video
  const latest = useRef<{ reports: Reports }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another video is counted anew
  useLayoutEffect(() => {
    // Of this video alone: its last position is told when the next one is here already.
    const own = { reports }
    latest.current = own
    const follow: Required<Reports> = {
      onPlaying: () => own.reports.onPlaying?.(),
      onPosition: (seconds) => own.reports.onPosition?.(seconds),
      onView: () => own.reports.onView?.(),
      onEnded: () => own.reports.onEnded?.(),
    }
    return watchPlaying(media, duration, follow, takeBeginning())
  }, [media, takeBeginning, id])

  useLayoutEffect(() => {
    if (latest.current) latest.current.reports = reports
  })
}
