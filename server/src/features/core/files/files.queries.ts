import type { Db, Tx } from '../../../db/sql.ts'

/** Removes queued jobs by their keys; returns how many of them were still waiting. */
export async function cancelJobs(tx: Tx, keys: string[]): Promise<number> {
  const cancelled = await tx`
    select from unnest(${keys}::text[]) as key, graphile_worker.remove_job(key) as job
    where job.id is not null`
  return cancelled.length
}

export async function runJobsNow(db: Db, keys: string[]): Promise<void> {
  await db`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where key = any(${keys})`
}
