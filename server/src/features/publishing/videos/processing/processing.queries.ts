import type { Db } from '../../../../db/sql.ts'
import type { Stage } from './estimates/amount-of-work.ts'

/** The jobs that a video needs to become `ready`; the others add extras. */
export const processingJobs = {
  playable: 'videos:make-playable',
  ladder: 'videos:make-ladder',
  ladderPart: 'videos:make-ladder-part',
  joinLadder: 'videos:join-ladder',
} as const
const jobNames: string[] = Object.values(processingJobs)
export const isProcessingJob = (name: string) => jobNames.includes(name)

const lockSpace = 7_483_613
/** Below the maximum of the queue's smallint column. */
const lastTurn = 30_000
/** The jobs among which people take turns. */
const jobsOfStage = {
  playable: [processingJobs.playable],
  ladder: [processingJobs.ladder, processingJobs.ladderPart, processingJobs.joinLadder],
} satisfies Record<Stage, string[]>

/**
 * Processing jobs that are running or will run. A job that has just failed for the last time, with a date in the
 * future, may get its try back after an outage. Only the private table of the queue has the payloads.
 */
const liveJobs = (db: Db) => db`
  select j.id, t.identifier, j.priority, j.locked_at is not null or j.run_at <= now() as is_due,
    (j.payload ->> 'videoId')::uuid as video_id
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any(${jobNames})
    and (j.locked_at is not null or j.attempts < j.max_attempts or j.run_at > now())`

/**
 * The priority of a person's next job of a kind, so that everybody's first job runs before anybody's second: one more
 * than that of their last job, or the lowest that is due if they have none. Call it in the transaction that adds the
 * job.
 */
export async function nextJobPriority(db: Db, stage: Stage, ownerId: string): Promise<number> {
  await lockTurns(db, ownerId)
  const [row] = await db<{ turn: number }[]>`
    select least(${lastTurn}, greatest(0,
      min(j.priority) filter (where j.is_due), max(j.priority) filter (where v.owner_id = ${ownerId}) + 1)) as turn
    from (${liveJobs(db)}) j join videos v on v.id = j.video_id
    where j.identifier = any(${jobsOfStage[stage]})`
  return row?.turn ?? 0
}

/** Otherwise two uploads at the same moment would get the same turn. */
const lockTurns = (db: Db, ownerId: string) =>
  db`select pg_advisory_xact_lock(${lockSpace}, hashtext(${ownerId}))`

/**
 * Each part of a ladder has its own turn, so that a long video delays nobody for long. The sound, which is number 0,
 * has the turn of the first pictures.
 */
export const turnOfPart = (ladderTurn: number, number: number) =>
  Math.min(lastTurn, ladderTurn + Math.max(0, number - 1))

/** Moves the person's other ladders behind the turns of the parts. */
export async function delayOtherLadders(
  db: Db,
  { owner_id: ownerId, id }: { owner_id: string; id: string },
  turns: number,
): Promise<void> {
  await lockTurns(db, ownerId)
  await db`
    select graphile_worker.reschedule_jobs(array[j.id], priority => least(${lastTurn}, j.priority + ${turns}))
    from (${liveJobs(db)}) j join videos v on v.id = j.video_id
    where v.owner_id = ${ownerId} and v.id <> ${id} and j.identifier = any(${jobsOfStage.ladder})`
}

/** Deletes the jobs of a video that the queue will not try again; a new job replaces them. */
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
