interface WorkQueueOptions {
  /** How many pieces of work run at once. */
  running: number
  /** How many more may wait before `run` refuses others; any number unless given. */
  bound?: { waiting: number; refusal: () => Error }
}

/** Runs a few pieces of work at once; the others wait in order. */
export function createWorkQueue({ running: maxRunning, bound }: WorkQueueOptions) {
  const waiting: (() => void)[] = []
  let running = 0

  /** Waits however long the queue is: for callers whose own number is bounded. */
  async function runPatiently<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes straight to the next in the queue, so that a newcomer cannot take it first.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  function refuseWhenFull(): void {
    if (bound && waiting.length >= bound.waiting) throw bound.refusal()
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    refuseWhenFull()
    return runPatiently(work)
  }

  return { run, runPatiently, refuseWhenFull }
}
