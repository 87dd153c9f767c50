type ViewRule = {
  /** Of the video, in seconds. */
  duration: number
  /** Seconds of real playing that make a view. */
  after: number
}

export type Moment = { time: number; clockMs: number; rate: number }

/** Timers and media events are not exact: a whole video may end this much before its stated length. */
const slackSeconds = 0.5

/**
 * Counts the seconds that were really played: by the clock, and only while the picture moves on. A video shorter
 * than the rule asks for is a view once all of it was played; at double speed only when its length has also
 * passed on the clock, as the server takes no earlier one.
 */
export function createViewCounter({ duration, after }: ViewRule) {
  const isShort = duration < after
  const needed = Math.min(duration, after)
  let last: Moment | undefined
  let clockSeconds = 0
  let videoSeconds = 0

  return {
    /** Something plays on at this moment. Answers in how many milliseconds the view is due, if it is known. */
    tick(moment: Moment): number | undefined {
      const before = last
      last = moment
      if (!before) return undefined
      const moved = moment.time - before.time
      const passed = (moment.clockMs - before.clockMs) / 1000
      if (moved <= 0 || passed <= 0) return undefined
      clockSeconds += Math.min(passed, moved / moment.rate)
      videoSeconds += Math.min(moved, passed * moment.rate + slackSeconds)
      const isPlayed = isShort ? videoSeconds >= duration - slackSeconds : clockSeconds >= after
      return isPlayed ? Math.max(0, (needed - clockSeconds) * 1000) : undefined
    },
    /** A pause or a seek: what lies between this and the next moment was not played. */
    interrupt() {
      last = undefined
    },
  }
}

export type ViewCounter = ReturnType<typeof createViewCounter>
