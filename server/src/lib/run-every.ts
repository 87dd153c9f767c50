import type { Logger } from './logger.ts'

interface RunEveryOptions {
  log: Logger
  /** What the log says when a run fails. The next one comes all the same. */
  failure: string
  isFirstAtOnce?: boolean
}

/** Runs `work` at an interval until it is stopped; `stop` waits for a run that has begun. */
export function runEvery(ms: number, work: () => Promise<void>, options: RunEveryOptions) {
  const { log, failure, isFirstAtOnce = false } = options
  const run = () => work().catch((error: unknown) => log.error({ err: error }, failure))
  let running = isFirstAtOnce ? run() : Promise.resolve()
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
