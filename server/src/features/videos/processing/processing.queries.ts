import type { Db } from '../../../db/sql.ts'

/** The jobs that a video needs to become `ready`; the others add extras. */
export const processingJobs = { playable: 'videos:make-playable', ladder: 'videos:make-ladder' } as const
type ProcessingJob = keyof typeof processingJobs
const jobNames: string[] = Object.values(processingJobs)
export const isProcessingJob = (name: string) => jobNames.includes(name)

const lockSpace = 7_483_613
/** Below the maximum of the queue's smallint column. */
const lastTurn = 30_000

/**
 * Processing jobs that are running or will run. A job that has just failed for the last time, with a date in the future,
 * may get its try back after an outage. Only the private table of the queue has the payloads.
 */
const liveJobs = (db: Db) => db`
  select t.identifier, j.priority, j.locked_at is not null or j.run_at <= now() as is_due,
    (j.payload ->> 'videoId')::uuid as video_id
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any(${jobNames})
    and (j.locked_at is not null or j.attempts < j.max_attempts or j.run_at > now())`

/**
 * The priority of a person's next job of a kind, so that everybody's first job runs before anybody's second: one more
 * than that of their last job, or the lowest that is due if they have none. To be called in the transaction that adds
 * the job.
 */
export async function nextJobPriority(db: Db, job: ProcessingJob, ownerId: string): Promise<number> {
  // Otherwise two uploads at the same moment would get the same turn.
  await db`select pg_advisory_xact_lock(${lockSpace}, hashtext(${ownerId}))`
  const [row] = await db<{ turn: number }[]>`
    select least(${lastTurn}, greatest(0,
      min(j.priority) filter (where j.is_due), max(j.priority) filter (where v.owner_id = ${ownerId}) + 1)) as turn
    from (${liveJobs(db)}) j join videos v on v.id = j.video_id
    where j.identifier = ${processingJobs[job]}`
  return row?.turn ?? 0
}

/** Deletes the jobs of a video that the queue will not try again, because a new one replaces them. */
export async function deleteFailedJobs(db: Db, videoId: string): Promise<void> {
  await db`
    select graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any(${jobNames}) and j.payload ->> 'videoId' = ${videoId}
      and j.locked_at is null and j.attempts >= j.max_attempts`
}

export async function hasLiveJob(db: Db, videoId: string): Promise<boolean> {
  const rows = await db`select from (${liveJobs(db)}) j where j.video_id = ${videoId} limit 1`
  return rows.length > 0
}

/** Fails videos that are unfinished and have no live job; returns their ids. */
export async function failAbandoned(
  db: Db,
  { failure, unchangedSince, now }: { failure: string; unchangedSince: Date; now: Date },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    update videos set status = 'failed', failure = ${failure}, updated_at = ${now}
    where status in ('uploaded', 'processing') and updated_at <= ${unchangedSince}
      and not exists (select from (${liveJobs(db)}) j where j.video_id = videos.id)
    returning id`
  return rows.map(({ id }) => id)
}
