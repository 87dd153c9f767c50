import { limits } from '@vireo/contract'
import { useEffect, useEffectEvent } from 'react'
import type { PlayerParts } from '../create-player.ts'
import type { PlayableVideo } from '../player-types.ts'
import { createViewCounter } from '../view-counter.ts'

export type Reports = {
  /** Once for each video, when it really starts. */
  onPlaying?: () => void
  /** Now and then while playing, and whenever someone stops: where they are. */
  onPosition?: (seconds: number) => void
  /** Once for each video, when it was watched long enough to count. */
  onView?: () => void
  onEnded?: () => void
}

const positionEveryMs = 10_000

/** Tells the page what it wants to know of the playing. */
export function useReports({ getMedia }: PlayerParts, video: PlayableVideo, reports: Reports) {
  const { _id: id, duration } = video
  const tellPlaying = useEffectEvent(() => reports.onPlaying?.())
  const tellPosition = useEffectEvent((seconds: number) => reports.onPosition?.(seconds))
  const tellView = useEffectEvent(() => reports.onView?.())
  const tellEnded = useEffectEvent(() => reports.onEnded?.())

  // biome-ignore lint/correctness/useExhaustiveDependencies: another video is counted anew
  useEffect(() => {
    const media = getMedia()
    if (!media) return
    const views = createViewCounter({ duration, after: limits.viewAfterSeconds })
    const listening = new AbortController()
    let hasStarted = false
    let isViewed = false
    let viewTimer: ReturnType<typeof setTimeout> | undefined
    let toldAt = performance.now()
    let toldTime = Number.NaN

    const reportPosition = () => {
      const { currentTime, readyState } = media
      if (!hasStarted || readyState === 0 || currentTime === toldTime) return
      toldAt = performance.now()
      toldTime = currentTime
      tellPosition(currentTime)
    }
    const countView = () => {
      const { currentTime: time, playbackRate: rate } = media
      const dueMs = views.tick({ time, clockMs: performance.now(), rate })
      if (dueMs === undefined || isViewed) return
      isViewed = true
      viewTimer = setTimeout(() => tellView(), dueMs)
    }
    const listen = (types: string, handler: () => void, target: EventTarget = media) => {
      for (const type of types.split(' '))
        target.addEventListener(type, handler, { signal: listening.signal })
    }

    listen('playing', () => {
      views.interrupt()
      countView()
      if (hasStarted) return
      hasStarted = true
      tellPlaying()
    })
    listen('timeupdate', () => {
      if (media.paused || media.seeking) return
      countView()
      if (performance.now() - toldAt >= positionEveryMs) reportPosition()
    })
    listen('seeking waiting', views.interrupt)
    listen('pause ended', () => {
      // The last stretch, which no timeupdate told of.
      countView()
      views.interrupt()
    })
    listen('pause seeked ended', reportPosition)
    listen('ended', () => tellEnded())
    listen('pagehide', reportPosition, window)
    return () => {
      reportPosition()
      listening.abort()
      clearTimeout(viewTimer)
    }
  }, [getMedia, id])
}
