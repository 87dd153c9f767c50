interface WorkQueueOptions {
  /** How many pieces of work run at once. */
  running: number
  /** How many more may wait for their turn before others are refused. */
  waiting: number
  refusal: () => Error
}

/** Runs a few pieces of work at once and lets a bounded number wait, in order. */
export function createWorkQueue({ running: maxRunning, waiting: maxWaiting, refusal }: WorkQueueOptions) {
  const waiting: (() => void)[] = []
  let running = 0

  /** Waits however long the line is: for callers whose own number is bounded. */
  async function runPatiently<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
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

  function refuseWhenFull(): void {
    if (waiting.length >= maxWaiting) throw refusal()
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    refuseWhenFull()
    return runPatiently(work)
  }

  return { run, runPatiently, refuseWhenFull }
}
