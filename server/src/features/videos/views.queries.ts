import { limits } from '@vireo/contract'
import type { Db, Sql } from '../../db/sql.ts'
import { secondsAfter } from '../../lib/clock.ts'

/** Appends a view if this viewer's last one is long enough ago; the row decides when two come at once. */
export async function insertView(
  db: Db,
  videoId: string,
  viewerKey: Uint8Array,
  now: Date,
): Promise<boolean> {
  const [row] = await db`
    with counted as (
      insert into video_views as v (video_id, viewer_key, counted_at) values (${videoId}, ${viewerKey}, ${now})
      on conflict (video_id, viewer_key) do update set counted_at = excluded.counted_at
      where v.counted_at <= ${secondsAfter(now, -limits.viewAgainAfterSeconds)}
      returning video_id
    )
    insert into video_view_events (video_id) select video_id from counted returning 1`
  return row !== undefined
}

const lockKey = 7_483_613

/** Moves the appended views into the counters; one process at a time, the others pass. */
export async function rollUpViews(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [lock] = await tx<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${lockKey}) as "isMine"`
    if (!lock?.isMine) return
    await tx`
      with gone as (delete from video_view_events returning video_id),
        sums as (select video_id, count(*) as views from gone group by video_id)
      update videos set views = videos.views + sums.views from sums where videos.id = sums.video_id`
  })
}
