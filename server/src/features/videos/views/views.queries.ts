import { limits } from '@vireo/contract'
import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db } from '../../../db/sql.ts'
import { dayOf, secondsAfter } from '../../../lib/clock.ts'

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
    insert into video_view_events (video_id, day) select video_id, ${dayOf(now)}::date from counted returning 1`
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
