import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from '../lib/logger.ts'

export interface RunningWorker {
  stop(): Promise<void>
}

const retryMs = 1000

interface KeepOptions {
  start(events: WorkerEvents): Promise<RunningWorker>
  /** Called with the id of a pool that has stopped unexpectedly. */
  onEnd(poolId: string): void
  log: Logger
  /** How long a stop may take. Without its database the queue would wait forever. */
  stopWithinMs: number
}

/**
 * Starts a pool of the queue and replaces it if it stops by itself, as it does when the database is unavailable and the
 * result of a job cannot be written. The promise of the runner does not settle then, because it waits for that write, so
 * we listen for the event that follows the pool's last job.
 */
export async function keepRunning({ start, onEnd, log, stopWithinMs }: KeepOptions) {
  const stopping = new AbortController()
  let replacing: Promise<void> | undefined
  let runner = await startOne()

  function startOne(): Promise<RunningWorker> {
    const events = new EventEmitter() as WorkerEvents
    const onStop = ({ workerPool }: { workerPool: { id: string } }) => {
      if (stopping.signal.aborted) return
      log.warn('a pool of the job queue has stopped unexpectedly and is being replaced')
      onEnd(workerPool.id)
      replacing = replace()
    }
    events.once('pool:gracefulShutdown:complete', onStop)
    events.once('pool:gracefulShutdown:error', onStop)
    return start(events)
  }

  async function replace(): Promise<void> {
    runner.stop().catch(() => {}) // Releases its timers and connections.
    while (!stopping.signal.aborted) {
      try {
        runner = await startOne()
        return
      } catch (error) {
        log.warn({ err: error }, 'could not start a pool of the job queue')
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
        .catch((error: unknown) => log.warn({ err: error }, 'could not stop the job queue cleanly'))
      await Promise.race([stopped, sleep(stopWithinMs, undefined, { ref: false })])
    },
  }
}
