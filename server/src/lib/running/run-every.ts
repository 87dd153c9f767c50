import type { Logger } from '../logger.ts'

interface RunEveryOptions {
  log: Logger
  /** Logged when a run fails; the next one still takes place. */
  failure: string
  isFirstImmediate?: boolean
}

/** Runs `work` at an interval. `stop` waits for the current run. */
export function runEvery(ms: number, work: () => Promise<void>, options: RunEveryOptions) {
  const { log, failure, isFirstImmediate = false } = options
  const run = () => work().catch((error: unknown) => log.error({ err: error }, failure))
  let running = isFirstImmediate ? run() : Promise.resolve()
  const timer = setInterval(() => {
    running = run()
  }, ms)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
