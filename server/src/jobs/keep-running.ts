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
 * Starts a pool of the queue and replaces it if it ends by itself, as it does when the database is unavailable and the
 * result of a job cannot be written.
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
    watchForEnd(events, (poolId) => {
      if (stopping.signal.aborted) return
      log.warn('a pool of the job queue has stopped unexpectedly and is being replaced')
      onEnd(poolId)
      replacing = replace(started)
    })
    const started = start(events)
    current = started
    return started
  }

  async function replace(replaced: Promise<RunningWorker>): Promise<void> {
    const stop = stopOne(replaced, log).finally(() => stops.delete(stop))
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

  return {
    stop: async () => {
      stopping.abort()
      await replacing
      const stopped = Promise.all([stopOne(current, log), ...stops])
      await Promise.race([stopped, sleep(stopWithinMs, undefined, { ref: false })])
    },
  }
}

/**
 * Calls `onEnd` once when a pool has ended. The promise of its runner does not settle if a result cannot be written, so
 * we listen for the event that follows the last job. A pool whose first query for a job fails counts as ended, because
 * it keeps that answer and would never find a job.
 */
function watchForEnd(events: WorkerEvents, onEnd: (poolId: string) => void): void {
  let hasQueried = false
  let hasEnded = false
  const end = ({ workerPool }: { workerPool: { id: string } }) => {
    if (hasEnded) return
    hasEnded = true
    onEnd(workerPool.id)
  }
  const setQueried = () => {
    hasQueried = true
  }
  events.once('pool:gracefulShutdown:complete', end)
  events.once('pool:gracefulShutdown:error', end)
  events.once('worker:getJob:empty', setQueried)
  events.once('job:start', setQueried)
  events.on('worker:getJob:error', ({ worker }) => hasQueried || end(worker))
}

/** Releases the timers and connections of a pool. */
async function stopOne(started: Promise<RunningWorker>, log: Logger): Promise<void> {
  try {
    await (await started).stop()
  } catch (error) {
    log.warn({ err: error }, 'could not stop a pool of the job queue cleanly')
  }
}
