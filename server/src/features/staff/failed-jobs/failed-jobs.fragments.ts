import type { Db } from '../../../db/sql.ts'

// Only the private tables of the queue contain the payloads. Its times are those of the database's clock.

export const jobsAndTasks = (db: Db) => db`
  graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`

/** Jobs that the queue will not attempt again. */
export const isFailed = (db: Db) => db`j.locked_at is null and j.attempts >= j.max_attempts`
const isWaiting = (db: Db) => db`j.locked_at is null and j.attempts < j.max_attempts`

export interface JobCounts {
  name: string
  waiting: number
  running: number
  /** Due later: repeated after a failure, or delayed on purpose. */
  scheduled: number
  failed: number
  oldest: Date | null
}

/** A row for each job name in the queue. With `limit`, no more than this many jobs are counted. */
export const jobCounts = (db: Db, limit: number | null = null) => db`
  select t.identifier as name,
    (count(*) filter (where ${isWaiting(db)} and j.run_at <= now()))::int as waiting,
    (count(*) filter (where j.locked_at is not null))::int as running,
    (count(*) filter (where ${isWaiting(db)} and j.run_at > now()))::int as scheduled,
    (count(*) filter (where ${isFailed(db)}))::int as failed,
    min(j.run_at) filter (where ${isWaiting(db)} and j.run_at <= now()) as oldest
  from (select * from graphile_worker._private_jobs limit ${limit}) j
    join graphile_worker._private_tasks t on t.id = j.task_id
  group by t.identifier`
