import type { Db } from '../../db/sql.ts'

// Only the private tables of the queue have the payloads, and times of the queue are those of the database.

const jobsAndTasks = (db: Db) => db`
  graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`

/** Jobs that the queue will not try again. */
const isFailed = (db: Db) => db`j.locked_at is null and j.attempts >= j.max_attempts`
const isWaiting = (db: Db) => db`j.locked_at is null and j.attempts < j.max_attempts`

export interface QueueRow {
  name: string
  waiting: number
  running: number
  /** Due later: repeated after a failure, or delayed on purpose. */
  scheduled: number
  failed: number
  oldest: Date | null
}

export const countJobs = (db: Db): Promise<QueueRow[]> => db<QueueRow[]>`
  select t.identifier as name,
    (count(*) filter (where ${isWaiting(db)} and j.run_at <= now()))::int as waiting,
    (count(*) filter (where j.locked_at is not null))::int as running,
    (count(*) filter (where ${isWaiting(db)} and j.run_at > now()))::int as scheduled,
    (count(*) filter (where ${isFailed(db)}))::int as failed,
    min(j.run_at) filter (where ${isWaiting(db)} and j.run_at <= now()) as oldest
  from ${jobsAndTasks(db)} group by t.identifier`

interface FailedJobRow {
  id: string
  name: string
  message: string
  attempts: number
  failed_at: Date
  video_id: string | null
  video_title: string | null
}

const longestMessage = 500
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** The latest ones, with the video that they were about. */
export const listFailedJobs = (db: Db, limit: number): Promise<FailedJobRow[]> => db<FailedJobRow[]>`
  select failed.*, v.id as video_id, v.title as video_title from (
    select j.id::text, t.identifier as name, left(coalesce(j.last_error, ''), ${longestMessage}) as message,
      j.attempts, j.updated_at as failed_at,
      case when j.payload ->> 'videoId' ~ ${uuid} then (j.payload ->> 'videoId')::uuid end as subject
    from ${jobsAndTasks(db)} where ${isFailed(db)} order by j.updated_at desc, j.id desc limit ${limit}
  ) failed left join videos v on v.id = failed.subject and v.owner_id is not null
  order by failed.failed_at desc, failed.id desc`

interface FailedJob {
  id: string
  name: string
  videoId: string | null
}

const failedJob = (db: Db, id: string) => db`
  select j.id::text, t.identifier as name, j.payload ->> 'videoId' as "videoId"
  from ${jobsAndTasks(db)} where j.id = ${id}::bigint and ${isFailed(db)}`

export async function findFailedJob(db: Db, id: string): Promise<FailedJob | undefined> {
  const [row] = await db<FailedJob[]>`${failedJob(db, id)}`
  return row
}

/** Locks a failed job, so that two administrators cannot both act on it. */
export async function lockFailedJob(tx: Db, id: string): Promise<FailedJob | undefined> {
  const [row] = await tx<FailedJob[]>`${failedJob(tx, id)} for update of j`
  return row
}

export async function restartJob(tx: Db, id: string): Promise<void> {
  await tx`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`
}

export async function deleteJob(tx: Db, id: string): Promise<void> {
  await tx`select graphile_worker.complete_jobs(array[${id}::bigint])`
}
