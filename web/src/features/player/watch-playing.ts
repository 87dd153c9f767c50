import { limits } from '@vireo/contract'
import { createViewCounter, type Moment } from './view-counter.ts'

export type Reports = {
  /** Once for each video, when it really starts. */
  onPlaying?: () => void
  /** Now and then while playing, and whenever someone stops or leaves: where they are. */
  onPosition?: (seconds: number) => void
  /** Once for each video, when it was watched long enough to count. */
  onView?: () => void
  onEnded?: () => void
}

const positionEveryMs = 10_000

/** Follows one video in the element and tells of it; answers how to stop. */
export function watchPlaying(
  media: HTMLVideoElement,
  duration: number,
  reports: Required<Reports>,
  /** When it began, if that was before anyone followed it. */
  beginning?: Moment,
) {
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
    reports.onPosition(currentTime)
  }
  const countView = () => {
    const { currentTime: time, playbackRate: rate } = media
    const dueMs = views.tick({ time, clockMs: performance.now(), rate })
    if (dueMs === undefined || isViewed) return
    isViewed = true
    viewTimer = setTimeout(reports.onView, dueMs)
  }
  const listen = (types: string[], handler: () => void, target: EventTarget = media) => {
    for (const type of types) target.addEventListener(type, handler, { signal: listening.signal })
  }

  const start = () => {
    countView()
    if (hasStarted) return
    hasStarted = true
    reports.onPlaying()
  }

  listen(['playing'], () => {
    views.interrupt()
    start()
  })
  listen(['timeupdate'], () => {
    if (media.paused || media.seeking) return
    countView()
    if (performance.now() - toldAt >= positionEveryMs) reportPosition()
  })
  listen(['seeking', 'waiting'], views.interrupt)
  listen(['pause', 'ended'], () => {
    // The last stretch, which no timeupdate told of.
    countView()
    views.interrupt()
  })
  listen(['pause', 'seeked', 'ended'], reportPosition)
  listen(['ended'], reports.onEnded)
  listen(['pagehide'], reportPosition, window)
  if (beginning) {
    views.tick(beginning)
    start()
    if (media.ended) reports.onEnded()
  }
  return () => {
    reportPosition()
    listening.abort()
    clearTimeout(viewTimer)
  }
}
