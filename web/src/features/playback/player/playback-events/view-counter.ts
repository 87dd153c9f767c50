type ViewRule = {
  /** Of the video, in seconds. */
  duration: number
  /** Seconds of playing that make a view. */
  after: number
}

export type Moment = { time: number; clockMs: number; rate: number }

/** Media events are not exact: a whole video may end this much before its stated length. */
const slackSeconds = 0.5

/**
 * Counts the seconds that were played, by the clock and only while the position advances. A completely played video
 * counts too, even if it is short or was played fast, but not before its length has passed on the clock, as the server
 * would refuse an earlier view.
 */
export function createViewCounter({ duration, after }: ViewRule) {
  let last: Moment | undefined
  let clockSeconds = 0
  let videoSeconds = 0

  return {
    /** Call it while the video plays. Returns in how many milliseconds the view is due, once that is known. */
    tick(moment: Moment): number | undefined {
      const before = last
      last = moment
      if (!before) return undefined
      const moved = moment.time - before.time
      const passed = (moment.clockMs - before.clockMs) / 1000
      if (moved <= 0 || passed <= 0) return undefined
      clockSeconds += Math.min(passed, moved / moment.rate)
      videoSeconds += Math.min(moved, passed * moment.rate + slackSeconds)
      const isPlayed = clockSeconds >= after || videoSeconds >= duration - slackSeconds
      return isPlayed ? Math.max(0, (Math.min(duration, after) - clockSeconds) * 1000) : undefined
    },
    /** After a pause or a seek: the time until the next tick was not played. */
    interrupt() {
      last = undefined
    },
  }
}

export type ViewCounter = ReturnType<typeof createViewCounter>
