import type { Db, Sql, Tx } from '../../../../db/sql.ts'
import { partsOfVideo } from './statistics.queries.ts'

const lockKey = 7_483_615
/** Keeps statements short after an outage. */
const batchSize = 20_000

/** Moves all appended views and ranges into the counters. Only one process does this at a time; the others skip it. */
export async function rollUp(sql: Sql): Promise<void> {
  while (await sql.begin(rollUpBatch));
}

/** Returns whether there may be more. */
async function rollUpBatch(tx: Tx): Promise<boolean> {
  const [lock] = await tx<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${lockKey}) as "isMine"`
  if (!lock?.isMine) return false
  const views = await findOldest(tx, 'video_view_events')
  const plays = await findOldest(tx, 'video_play_events')
  // Locked in the order of ids, as everywhere, so that two transactions cannot deadlock.
  const videoIds = [...views.videoIds, ...plays.videoIds]
  if (videoIds.length > 0)
    await tx`select from videos where id = any(${videoIds}::uuid[]) order by id for no key update`
  if (views.ids.length > 0) await sumViews(tx, views.ids)
  if (plays.ids.length > 0) await sumPlays(tx, plays.ids)
  return Math.max(views.ids.length, plays.ids.length) === batchSize
}

async function findOldest(tx: Tx, table: 'video_view_events' | 'video_play_events') {
  const [row] = await tx<{ ids: string[]; videoIds: string[] }[]>`
    select array_agg(id) as ids, array_agg(distinct video_id) as "videoIds"
    from (select id, video_id from ${tx(table)} order by id limit ${batchSize}) oldest having count(*) > 0`
  return row ?? { ids: [], videoIds: [] }
}

/** Adds the appended views to the counters in total and per day. */
async function sumViews(tx: Tx, ids: string[]): Promise<void> {
  await tx`
    with gone as (
        delete from video_view_events where id = any(${ids}::bigint[])
        returning video_id, day
      ),
      per_day as (select video_id, day, count(*) as views from gone group by video_id, day),
      days as (
        insert into video_days as d (video_id, day, views)
        select p.video_id, p.day, p.views from per_day p join videos v on v.id = p.video_id where ${isKept(tx)}
        on conflict (video_id, day) do update set views = d.views + excluded.views
      ),
      sums as (select video_id, sum(views) as views from per_day group by video_id)
    update videos set views = videos.views + sums.views from sums where videos.id = sums.video_id`
}

/** Adds the appended ranges to the sums per day and per part. */
async function sumPlays(tx: Tx, ids: string[]): Promise<void> {
  await tx`
    with gone as (
        delete from video_play_events where id = any(${ids}::bigint[])
        returning *
      ),
      kept as (select e.* from gone e join videos v on v.id = e.video_id where ${isKept(tx)}),
      days as (
        insert into video_days as d (video_id, day, watch_seconds)
        select video_id, day, sum(seconds::float8) from kept group by video_id, day
        on conflict (video_id, day) do update set watch_seconds = d.watch_seconds + excluded.watch_seconds
      ),
      played as (
        select video_id, part, sum(least(to_part, part + 1) - greatest(from_part, part)) as times
        from kept, generate_series(floor(from_part)::int, least(ceil(to_part)::int, ${partsOfVideo}) - 1) as part
        group by video_id, part
      ),
      totals as (
        select video_id, count(*) filter (where is_first) as plays, sum(seconds::float8) as seconds
        from kept group by video_id
      ),
      parts as (
        select video_id, array_agg(coalesce(times, 0) order by part) as parts
        from totals cross join generate_series(0, ${partsOfVideo} - 1) as part left join played using (video_id, part)
        group by video_id
      )
    insert into video_audience as a (video_id, plays, watch_seconds, parts)
    select video_id, plays, seconds, parts.parts from totals join parts using (video_id)
    on conflict (video_id) do update set
      plays = a.plays + excluded.plays,
      watch_seconds = a.watch_seconds + excluded.watch_seconds,
      parts = array(
        select before + added from unnest(a.parts, excluded.parts) with ordinality as part (before, added, number)
        order by number)`
}

/** Excludes videos that are being purged, whose rows would be deleted and added at the same time. */
const isKept = (db: Db) => db`coalesce(v.owner_id, v.removed_from) is not null`
