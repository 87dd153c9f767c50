/** At most `max` pieces of work at once; the rest wait their turn in order. */
export function createLimiter(max: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function limit<T>(work: () => Promise<T>): Promise<T> {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed over, not given back, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
