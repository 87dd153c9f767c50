import { limits } from '@vireo/contract'
import { createViewCounter, type Moment } from './view-counter.ts'

export type Reports = {
  /** Once per video, when it starts to play. */
  onPlaying?: () => void
  /** The position in seconds: every ten seconds while playing, and on every pause, seek and leave. */
  onPosition?: (seconds: number) => void
  /** Once per video, when it has been watched long enough to count as a view. */
  onView?: () => void
  onEnded?: () => void
}

const positionEveryMs = 10_000

/** Reports what happens to one video in the element. Returns a function that stops it. */
export function watchPlaying(
  media: HTMLVideoElement,
  duration: number,
  reports: Required<Reports>,
  /** When the video began to play, if that was before this call. */
  firstPlayed?: Moment,
) {
  const listening = new AbortController()
  const position = createPositionReporter(media, reports.onPosition)
  const view = createViewReporter(media, duration, reports.onView)
  let hasStarted = false

  const listen = (types: string[], handler: () => void, target: EventTarget = media) => {
    for (const type of types) target.addEventListener(type, handler, { signal: listening.signal })
  }
  const start = () => {
    view.count()
    if (hasStarted) return
    hasStarted = true
    position.enable()
    reports.onPlaying()
  }

  listen(['playing'], () => {
    view.interrupt()
    start()
  })
  listen(['timeupdate'], () => {
    if (media.paused || media.seeking) return
    view.count()
    position.reportIfDue()
  })
  listen(['seeking', 'waiting'], view.interrupt)
  listen(['pause', 'ended'], () => {
    // The last moments come without a timeupdate.
    view.count()
    view.interrupt()
  })
  listen(['pause', 'seeked', 'ended'], position.report)
  listen(['ended'], reports.onEnded)
  listen(['pagehide'], position.report, window)
  if (firstPlayed) {
    view.begin(firstPlayed)
    start()
    if (media.ended) reports.onEnded()
  }
  return () => {
    position.report()
    listening.abort()
    view.stop()
  }
}

function createPositionReporter(media: HTMLVideoElement, onPosition: (seconds: number) => void) {
  let isEnabled = false
  let reportedAtMs = performance.now()
  let reportedTime = Number.NaN

  const report = () => {
    const { currentTime, readyState } = media
    if (!isEnabled || readyState === 0 || currentTime === reportedTime) return
    reportedAtMs = performance.now()
    reportedTime = currentTime
    onPosition(currentTime)
  }
  return {
    enable() {
      isEnabled = true
    },
    report,
    reportIfDue() {
      if (performance.now() - reportedAtMs >= positionEveryMs) report()
    },
  }
}

function createViewReporter(media: HTMLVideoElement, duration: number, onView: () => void) {
  const counter = createViewCounter({ duration, after: limits.viewAfterSeconds })
  let isViewed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    begin: (moment: Moment) => void counter.tick(moment),
    count() {
      const { currentTime: time, playbackRate: rate } = media
      const dueMs = counter.tick({ time, clockMs: performance.now(), rate })
      if (dueMs === undefined || isViewed) return
      isViewed = true
      timer = setTimeout(onView, dueMs)
    },
    interrupt: counter.interrupt,
    stop: () => clearTimeout(timer),
  }
}
