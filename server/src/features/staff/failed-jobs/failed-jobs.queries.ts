import type { Db } from '../../../db/sql.ts'
import { isFailed, type JobCounts, jobCounts, jobsAndTasks } from './failed-jobs.fragments.ts'

export const countJobs = (db: Db): Promise<JobCounts[]> => db<JobCounts[]>`${jobCounts(db)}`

interface FailedJobListRow {
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
export const listFailedJobs = (db: Db, limit: number): Promise<FailedJobListRow[]> => db<FailedJobListRow[]>`
  select failed.*, v.id as video_id, v.title as video_title from (
    select j.id::text, t.identifier as name, left(coalesce(j.last_error, ''), ${longestMessage}) as message,
      j.attempts, j.updated_at as failed_at,
      case when j.payload ->> 'videoId' ~ ${uuid} then (j.payload ->> 'videoId')::uuid end as subject
    from ${jobsAndTasks(db)} where ${isFailed(db)} order by j.updated_at desc, j.id desc limit ${limit}
  ) failed left join videos v on v.id = failed.subject and v.owner_id is not null
  order by failed.failed_at desc, failed.id desc`

interface FailedJobRow {
  id: string
  name: string
  videoId: string | null
}

const failedJob = (db: Db, id: string) => db`
  select j.id::text, t.identifier as name, j.payload ->> 'videoId' as "videoId"
  from ${jobsAndTasks(db)} where j.id = ${id}::bigint and ${isFailed(db)}`

export async function findFailedJob(db: Db, id: string): Promise<FailedJobRow | undefined> {
  const [row] = await db<FailedJobRow[]>`${failedJob(db, id)}`
  return row
}

/** Locks a failed job, so that two administrators cannot both act on it. */
export async function lockFailedJob(tx: Db, id: string): Promise<FailedJobRow | undefined> {
  const [row] = await tx<FailedJobRow[]>`${failedJob(tx, id)} for update of j`
  return row
}

export async function restartJob(tx: Db, id: string): Promise<void> {
  await tx`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`
}

export async function deleteJob(tx: Db, id: string): Promise<void> {
  await tx`select graphile_worker.complete_jobs(array[${id}::bigint])`
}
