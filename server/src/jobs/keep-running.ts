import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner, WorkerEvents } from 'graphile-worker'
import type { Logger } from '../lib/logger.ts'

const retryMs = 1000

interface KeepOptions {
  start(events: WorkerEvents): Promise<Runner>
  /** A pool has ended by itself; its id. */
  onEnd(poolId: string): void
  log: Logger
  /** What stopping may take; a queue that cannot reach its database would wait forever. */
  stopWithinMs: number
}

/**
 * Starts a pool of the queue, and another in its place when it ends by itself: that is what the queue does when
 * it cannot write down the end of a job, because the database is away. Its own promise does not tell, as it waits
 * for that write forever; the event comes when the pool's last job is over.
 */
export async function keepRunning({ start, onEnd, log, stopWithinMs }: KeepOptions) {
  const stopping = new AbortController()
  let replacing: Promise<void> | undefined
  let runner = await startOne()

  function startOne(): Promise<Runner> {
    const events = new EventEmitter() as WorkerEvents
    const replaceIt = ({ workerPool }: { workerPool: { id: string } }) => {
      if (stopping.signal.aborted) return
      log.warn('a pool of the job queue has ended by itself and is started again')
      onEnd(workerPool.id)
      replacing = replace()
    }
    events.once('pool:gracefulShutdown:complete', replaceIt)
    events.once('pool:gracefulShutdown:error', replaceIt)
    return start(events)
  }

  async function replace(): Promise<void> {
    runner.stop().catch(() => {}) // Its timers and connections.
    while (!stopping.signal.aborted) {
      try {
        runner = await startOne()
        return
      } catch (error) {
        log.warn({ err: error }, 'the pool of the job queue could not be started')
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      await replacing
      const stopped = runner
        .stop()
        .catch((error: unknown) => log.warn({ err: error }, 'the queue did not stop well'))
      await Promise.race([stopped, sleep(stopWithinMs, undefined, { ref: false })])
    },
  }
}
