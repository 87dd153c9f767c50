type Sample = { at: number; sent: number }

const windowMs = 8000
/** Less than this says nothing yet: the first bytes only fill the system's buffers. */
const leastMs = 1000

/** How fast bytes have been going out lately. Old seconds do not count, so it follows the connection. */
export function createRateMeter() {
  let samples: Sample[] = []
  return {
    add: (at: number, sent: number) => {
      samples = [...samples.filter((sample) => sample.at > at - windowMs), { at, sent }]
    },
    /** After a pause or a lost connection: the time in between was no sending. */
    reset: () => {
      samples = []
    },
    bytesPerSecond: (): number | undefined => {
      const first = samples[0]
      const last = samples.at(-1)
      if (!first || !last || last.at - first.at < leastMs) return undefined
      return ((last.sent - first.sent) / (last.at - first.at)) * 1000
    },
  }
}
