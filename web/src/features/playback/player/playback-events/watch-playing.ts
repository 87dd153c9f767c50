import { limits } from '@vireo/contract'
import type { PlayedRange } from './report-played.ts'
import { createViewCounter, type Moment } from './view-counter.ts'

export type Reports = {
  /** Once per video, when it starts to play. */
  onPlaying?: () => void
  /** The position in seconds: regularly every ten seconds while playing, and on every pause, seek and leave. */
  onPosition?: (seconds: number, isRegular: boolean) => void
  /** Once per video, when it has been watched long enough to count as a view. */
  onView?: () => void
  /** Ranges played since the last call: every 30 seconds while playing, at the end and on leave. */
  onPlayed?: (ranges: PlayedRange[]) => void
  onEnded?: () => void
}

const positionEveryMs = 10_000
/** How far a repeated video may have played by the time it reports its start. */
const repeatedFromSeconds = 0.5

/** Reports the playback of one video in the element. Returns a function that stops it. */
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
    const from = firstPlayed?.time ?? media.currentTime
    // Loaded only now, because nothing visible needs it.
    import('./report-played.ts')
      .then((m) => m.reportPlayed(media, from, reports.onPlayed, listening.signal))
      .catch(() => {})
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
  listen(['pause', 'ended'], position.report)
  listen(['seeked'], () => {
    // A video that is repeated seeks to its beginning each time, perhaps every second.
    if (!media.loop || media.currentTime > repeatedFromSeconds) position.report()
  })
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

function createPositionReporter(media: HTMLVideoElement, onPosition: Required<Reports>['onPosition']) {
  let isEnabled = false
  let reportedAtMs = performance.now()
  let reportedTime = Number.NaN

  const report = (isRegular: boolean) => {
    const { currentTime, readyState } = media
    if (!isEnabled || readyState === 0 || currentTime === reportedTime) return
    reportedAtMs = performance.now()
    reportedTime = currentTime
    onPosition(currentTime, isRegular)
  }
  return {
    enable() {
      isEnabled = true
    },
    report: () => report(false),
    reportIfDue() {
      if (performance.now() - reportedAtMs >= positionEveryMs) report(true)
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
