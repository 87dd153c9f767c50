import type { Db } from '../../../../../db/sql.ts'
import type { SourceInfo } from '../../../../../media/probe/source-info.ts'
import type { ProgressRow } from '../../videos.queries.ts'
import { processingJobs } from '../processing.queries.ts'
import type { Stage } from './amount-of-work.ts'

/** After this many seconds of work, earlier measurements count half. */
const halfLifeSeconds = 600

/** Adds to sums, so that short videos, which spend most of the time on starting and ending, count little. */
export async function recordSpeed(
  db: Db,
  work: string,
  { amount, seconds }: { amount: number; seconds: number },
): Promise<void> {
  if (!(amount > 0 && seconds > 0)) return
  const kept = halfLifeSeconds / (halfLifeSeconds + seconds)
  await db`
    insert into processing_speeds as s (work, amount, seconds) values (${work}, ${amount}, ${seconds})
    on conflict (work) do update set
      amount = s.amount * ${kept} + excluded.amount, seconds = s.seconds * ${kept} + excluded.seconds`
}

export async function listSpeeds(db: Db): Promise<Map<string, number>> {
  const rows = await db<{ work: string; speed: number }[]>`
    select work, amount / seconds as speed from processing_speeds`
  return new Map(rows.map(({ work, speed }) => [work, speed]))
}

const lockKey = 7_483_614

/** Whether this process may write the estimates; no other process may until the transaction ends. */
export async function lockEstimates(tx: Db): Promise<boolean> {
  const [lock] = await tx<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${lockKey}) as "isMine"`
  return lock?.isMine ?? false
}

export async function hasUnfinished(db: Db): Promise<boolean> {
  const [row] = await db`select from videos where status in ('uploaded', 'processing') limit 1`
  return row !== undefined
}

interface QueuedRow {
  stage: Stage
  turn: number
  running_seconds: number | null
  id: string
  owner_id: string
  duration: number
  width: number
  height: number
  progress: number
  info: SourceInfo | null
  queue_place: number | null
  seconds_left: number | null
}

/**
 * The first videos in the order in which the queue takes their jobs. A video whose ladder is made in parts counts as
 * being processed from the first part to the last, even while its next part waits for its turn.
 */
export const listQueue = (db: Db, limit: number): Promise<QueuedRow[]> => db<QueuedRow[]>`
  select case when j.is_first then 'playable' else 'ladder' end as stage, j.priority as turn,
    extract(epoch from now() - coalesce(p.started_at, j.locked_at))::float8 as running_seconds, v.id, v.owner_id, v.duration, v.width, v.height, v.progress,
    s.info, v.queue_place, v.seconds_left
  from (
    select t.identifier = ${processingJobs.playable} as is_first, (j.payload ->> 'videoId')::uuid as video_id,
      min(j.id) as id, min(j.priority) as priority, min(j.run_at) as run_at, min(j.locked_at) as locked_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any(${Object.values(processingJobs)})
      and (j.locked_at is not null or j.attempts < j.max_attempts)
    group by 1, 2
    order by min(j.locked_at) is null, min(j.priority), min(j.run_at), min(j.id) limit ${limit}
  ) j
  join videos v on v.id = j.video_id and v.owner_id is not null and v.status in ('uploaded', 'processing')
  left join video_sources s on s.video_id = v.id
  left join lateral (
    select min(created_at) as started_at from ladder_parts where video_id = v.id and not j.is_first
  ) p on true
  order by coalesce(p.started_at, j.locked_at) is null, j.priority, j.run_at, j.id`

interface NewEstimate {
  id: string
  place: number | null
  secondsLeft: number | null
}

/** Returns the changed videos. */
export async function setEstimates(
  db: Db,
  estimates: NewEstimate[],
): Promise<(ProgressRow & { owner_id: string })[]> {
  const ids = estimates.map(({ id }) => id)
  // Locked in the order of ids, as everywhere, so that two transactions cannot deadlock.
  await db`select from videos where id = any(${ids}) order by id for no key update`
  return db`
    update videos v set queue_place = e.place, seconds_left = e.seconds_left
    from unnest(
      ${ids}::uuid[],
      ${estimates.map(({ place }) => place)}::int[],
      ${estimates.map(({ secondsLeft }) => secondsLeft)}::int[]
    ) as e (id, place, seconds_left)
    where v.id = e.id and v.owner_id is not null and v.status in ('uploaded', 'processing')
    returning v.id, v.owner_id, v.status, v.progress, v.queue_place, v.seconds_left, v.failure, v.is_playable`
}
