import { setTimeout as sleep } from 'node:timers/promises'
import type { Job as QueuedJob } from 'graphile-worker'
import type { Sql } from '../db/sql.ts'
import type { Logger } from '../lib/logger.ts'

export type UndoAttempt = (job: QueuedJob, pauseSeconds: number) => void

const pollMs = 20
const retryAfterErrorMs = 500

/**
 * Undoes the count of an attempt that was interrupted, and sets when the job runs again. The queue records the failure
 * shortly after the handler has ended, and the job can only be changed after that.
 */
export function createAttemptUndo(sql: Sql, log: Logger) {
  const pending = new Set<Promise<void>>()
  let isStopping = false

  async function undo({ id, attempts }: QueuedJob, pauseSeconds: number): Promise<void> {
    for (;;) {
      try {
        // Only this attempt: since then the job may have been replaced or taken by another worker.
        const [found] = await sql<{ isLocked: boolean }[]>`
          select locked_at is not null as "isLocked" from graphile_worker.jobs
          where id = ${id} and attempts = ${attempts}`
        if (!found) return
        if (!found.isLocked) {
          await sql`
            select graphile_worker.reschedule_jobs(array[${id}::bigint],
              run_at => now() + make_interval(secs => ${pauseSeconds}), attempts => ${attempts - 1}::int)`
          return
        }
        await sleep(pollMs)
      } catch (error) {
        log.warn({ err: error, jobId: id }, 'could not undo the count of an interrupted attempt')
        if (isStopping) return
        await sleep(retryAfterErrorMs)
      }
    }
  }

  const undoAttempt: UndoAttempt = (job, pauseSeconds) => {
    const change = undo(job, pauseSeconds).finally(() => pending.delete(change))
    pending.add(change)
  }
  return {
    undoAttempt,
    /** Waits for the pending changes; from now on a change that fails is not retried. */
    settle: async () => {
      isStopping = true
      await Promise.all(pending)
    },
  }
}
