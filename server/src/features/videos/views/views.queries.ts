import { limits } from '@vireo/contract'
import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db, Sql } from '../../../db/sql.ts'
import { secondsAfter } from '../../../lib/clock.ts'

interface NewView {
  videoId: string
  viewerKey: Uint8Array
  /** The same viewer's key of yesterday, if there were views then. */
  olderKey: Uint8Array | null
}

/** Appends a view if this viewer's last one is long enough ago; the row decides races. */
export async function insertView(
  db: Db,
  { videoId, viewerKey, olderKey }: NewView,
  now: Date,
): Promise<boolean> {
  const since = endOfWindow(now)
  const [row] = await db`
    with counted as (
      insert into video_views as v (video_id, viewer_key, counted_at)
      select ${videoId}, ${viewerKey}, ${now}
      where not exists (
        select from video_views
        where video_id = ${videoId} and viewer_key = ${olderKey} and counted_at > ${since})
      on conflict (video_id, viewer_key) do update set counted_at = excluded.counted_at
      where v.counted_at <= ${since}
      returning video_id
    )
    insert into video_view_events (video_id) select video_id from counted returning 1`
  return row !== undefined
}

const endOfWindow = (now: Date) => secondsAfter(now, -limits.viewAgainAfterSeconds)

const sweptAtOnce = 10_000

/** Removes the keys of viewers whose window has passed. */
export async function deleteOldViews(db: Db, now: Date): Promise<void> {
  const isOld = () => db`counted_at <= ${endOfWindow(now)}`
  while ((await deleteBatch(db, 'video_views', isOld(), sweptAtOnce)) === sweptAtOnce);
}

/** The keys of these days, as far as there are any. */
export async function listViewerSecrets(db: Db, names: string[]): Promise<Map<string, Uint8Array>> {
  const rows = await db<{ name: string; value: Uint8Array }[]>`
    select name, value from secrets where name = any(${names})`
  return new Map(rows.map((row) => [row.name, row.value]))
}

export async function deleteViewerSecrets(db: Db, prefix: string, before: string): Promise<void> {
  await db`delete from secrets where starts_with(name, ${prefix}) and name < ${before} collate "C"`
}

const lockKey = 7_483_613

/** Moves the appended views into the counters; one process at a time, the others skip it. */
export async function rollUpViews(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [lock] = await tx<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${lockKey}) as "isMine"`
    if (!lock?.isMine) return
    // Locked in the order of ids, as everywhere, so that two transactions cannot deadlock.
    await tx`
      select from videos where id in (select video_id from video_view_events) order by id for no key update`
    await tx`
      with gone as (delete from video_view_events returning video_id),
        sums as (select video_id, count(*) as views from gone group by video_id)
      update videos set views = videos.views + sums.views from sums where videos.id = sums.video_id`
  })
}
