export type PlayedRange = { from: number; to: number }

/** The server's limit for one report. */
const maxRanges = 20

/** Collects the played ranges of a video, in seconds of the video. */
export function createPlayedRanges() {
  let ranges: PlayedRange[] = []
  let isPlaying = false

  return {
    /** Call it with the position while the video plays. */
    add(time: number) {
      const last = ranges.at(-1)
      if (isPlaying && last && time >= last.to) last.to = time
      else if (ranges.length === maxRanges) return
      else ranges.push({ from: time, to: time })
      isPlaying = true
    },
    /** After a pause or a seek: the range between the positions was not played. */
    interrupt() {
      isPlaying = false
    },
    /** Ranges played since the last call. */
    take(): PlayedRange[] {
      const played = ranges.filter(({ from, to }) => from < to)
      const end = ranges.at(-1)?.to ?? 0
      ranges = isPlaying ? [{ from: end, to: end }] : []
      return played
    },
  }
}

const reportEveryMs = 30_000
/** The ends of a short video that is played repeatedly are reported together: the server limits reports. */
const reportEndsEveryMs = 10_000

/** Reports the played ranges of the video in the element, from its start position, until the signal is aborted. */
export function reportPlayed(
  media: HTMLVideoElement,
  from: number,
  onPlayed: (ranges: PlayedRange[]) => void,
  signal: AbortSignal,
) {
  if (signal.aborted) return
  const ranges = createPlayedRanges()
  let reportedAtMs = performance.now()
  let endReportedAtMs = Number.NEGATIVE_INFINITY
  const report = () => {
    reportedAtMs = performance.now()
    const played = ranges.take()
    if (played.length > 0) onPlayed(played)
  }
  const listen = (types: string[], handler: () => void, target: EventTarget = media) => {
    for (const type of types) target.addEventListener(type, handler, { signal })
  }

  ranges.add(from)
  listen(['playing', 'seeking', 'waiting'], ranges.interrupt)
  listen(['timeupdate'], () => {
    if (media.paused || media.seeking) return
    ranges.add(media.currentTime)
    if (performance.now() - reportedAtMs >= reportEveryMs) report()
  })
  const stop = () => {
    // The last moments come without a timeupdate.
    ranges.add(media.currentTime)
    ranges.interrupt()
  }
  const end = () => {
    stop()
    if (performance.now() - endReportedAtMs < reportEndsEveryMs) return
    endReportedAtMs = performance.now()
    report()
  }
  listen(['pause'], stop)
  listen(['ended'], end)
  // This code is loaded while the video plays, and a short one may be over by then.
  if (media.ended) end()
  listen(['pagehide'], report, window)
  signal.addEventListener('abort', report)
}
