import type { Db } from '../../db/sql.ts'

/** The jobs that take a video to `ready`; the others only add to it. */
export const processingJobs = { playable: 'videos:make-playable', ladder: 'videos:make-ladder' } as const

const lockSpace = 7_483_613
const lastTurn = 1000

/** Jobs of processing that are running or will still be run. The queue shows payloads in its own table only. */
const liveJobs = (db: Db) => db`
  select j.id, j.task_id, j.priority, j.locked_at is null as is_waiting, j.payload ->> 'videoId' as video_id
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any(${Object.values(processingJobs)})
    and (j.locked_at is not null or j.attempts < j.max_attempts)`

/**
 * Everybody's first video comes before anybody's second: the priority of a waiting job is its place in the
 * owner's own row. Called in the transaction that adds a job, and by the job `finishedId` when it ends.
 */
export async function giveTurns(db: Db, ownerId: string, finishedId?: string): Promise<void> {
  // Two uploads at the same moment would otherwise not see each other.
  await db`select pg_advisory_xact_lock(${lockSpace}, hashtext(${ownerId}))`
  await db`
    with row_of_owner as (
      select j.id, j.priority, j.is_waiting,
        least(row_number() over (partition by j.task_id order by j.is_waiting, j.id) - 1, ${lastTurn})::int as turn
      from (${liveJobs(db)}) j join videos v on v.id::text = j.video_id
      where v.owner_id = ${ownerId} and j.id is distinct from ${finishedId ?? null}::bigint)
    select graphile_worker.reschedule_jobs(array_agg(id), priority => turn)
    from row_of_owner where is_waiting and priority <> turn group by turn`
}

/** Fails videos that wait for work which no job will do, and answers which. */
export async function failAbandoned(
  db: Db,
  { failure, unchangedSince, now }: { failure: string; unchangedSince: Date; now: Date },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    update videos set status = 'failed', failure = ${failure}, updated_at = ${now}
    where status in ('uploaded', 'processing') and updated_at <= ${unchangedSince}
      and not exists (select from (${liveJobs(db)}) j where j.video_id = videos.id::text)
    returning id`
  return rows.map(({ id }) => id)
}
