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
 * result of a job cannot be written. The promise of the runner does not settle then, because it waits for that write,
 * so we listen for the event that follows the pool's last job. A pool that could not even look for its first job is
 * replaced as well, because it keeps the answer to its first query, even a failure, and would never find a job.
 */
export async function keepRunning({ start, onEnd, log, stopWithinMs }: KeepOptions) {
  const stopping = new AbortController()
  /** The stops of pools that were replaced. */
  const stops = new Set<Promise<void>>()
  let replacing: Promise<void> | undefined
  let current: Promise<RunningWorker>
  await startOne()

  function startOne(): Promise<RunningWorker> {
    const events = new EventEmitter() as WorkerEvents
    let hasLooked = false
    let isReplaced = false
    const onStop = ({ workerPool }: { workerPool: { id: string } }) => {
      if (stopping.signal.aborted || isReplaced) return
      isReplaced = true
      log.warn('a pool of the job queue has stopped unexpectedly and is being replaced')
      onEnd(workerPool.id)
      replacing = replace(started)
    }
    const onLook = () => {
      hasLooked = true
    }
    events.once('pool:gracefulShutdown:complete', onStop)
    events.once('pool:gracefulShutdown:error', onStop)
    events.once('worker:getJob:empty', onLook)
    events.once('job:start', onLook)
    events.on('worker:getJob:error', ({ worker }) => hasLooked || onStop(worker))
    const started = start(events)
    current = started
    return started
  }

  async function replace(replaced: Promise<RunningWorker>): Promise<void> {
    const stop = stopOne(replaced).finally(() => stops.delete(stop))
    stops.add(stop)
    for (;;) {
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await startOne()
        return
      } catch (error) {
        log.warn({ err: error }, 'could not start a pool of the job queue')
      }
    }
  }

  /** Releases the timers and connections of a pool. */
  async function stopOne(started: Promise<RunningWorker>): Promise<void> {
    try {
      await (await started).stop()
    } catch (error) {
      log.warn({ err: error }, 'could not stop a pool of the job queue cleanly')
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      await replacing
      const stopped = Promise.all([stopOne(current), ...stops])
      await Promise.race([stopped, sleep(stopWithinMs, undefined, { ref: false })])
    },
  }
}
