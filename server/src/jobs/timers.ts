import type { Logger } from '../lib/logger.ts'
import { runEvery } from '../lib/running/run-every.ts'

/** Work that a worker repeats every few seconds, too often for a job in the queue. */
export interface Timer<Context> {
  everyMs: number
  /** Logged when a run fails; the next one still takes place. */
  failure: string
  run(context: Context): Promise<void>
}

export function startTimers<Context extends { log: Logger }>(
  timers: readonly Timer<Context>[],
  context: Context,
) {
  const { log } = context
  const running = timers.map(({ everyMs, failure, run }) =>
    runEvery(everyMs, () => run(context), { log, failure }),
  )
  return {
    stop: async () => {
      await Promise.all(running.map((timer) => timer.stop()))
    },
  }
}
