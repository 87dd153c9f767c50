import { limits } from '@vireo/contract'
import { deleteBatch } from '../../../../db/delete-batch.ts'
import type { Db } from '../../../../db/sql.ts'
import { dayOf, secondsAfter } from '../../../../lib/clock.ts'

/** In hexadecimal. */
export interface ViewerKeys {
  viewerKey: string
  /** The same viewer's key of yesterday, if there were views then. */
  olderKey: string | null
}

/**
 * Appends a view for each viewer whose last one is long enough ago, and returns their keys; the row decides races. Rows
 * are written in the order of their keys, so that two statements cannot deadlock. The older key is looked up for each
 * viewer; as a join it would read all views of the video.
 */
export async function insertViews(
  db: Db,
  videoId: string,
  viewers: ViewerKeys[],
  now: Date,
): Promise<Set<string>> {
  const since = endOfWindow(now)
  const keys = viewers.map(({ viewerKey }) => viewerKey)
  const olderKeys = viewers.map(({ olderKey }) => olderKey)
  const rows = await db<{ key: string }[]>`
    with counted as (
      insert into video_views as v (video_id, viewer_key, counted_at)
      select ${videoId}, decode(claimed.key, 'hex'), ${now}
      from unnest(${keys}::text[], ${olderKeys}::text[]) as claimed (key, older_key)
      where claimed.older_key is null or coalesce((
        select counted_at from video_views
        where video_id = ${videoId} and viewer_key = decode(claimed.older_key, 'hex')
      ), '-infinity') <= ${since}
      order by claimed.key
      on conflict (video_id, viewer_key) do update set counted_at = excluded.counted_at
      where v.counted_at <= ${since}
      returning viewer_key
    ), appended as (
      insert into video_view_events (video_id, day) select ${videoId}, ${dayOf(now)}::date from counted
    )
    select encode(viewer_key, 'hex') as key from counted`
  return new Set(rows.map(({ key }) => key))
}

const endOfWindow = (now: Date) => secondsAfter(now, -limits.viewAgainAfterSeconds)

const sweepBatchSize = 10_000

/** Removes the keys of viewers whose window has passed. */
export async function deleteOldViews(db: Db, now: Date): Promise<void> {
  const isOld = () => db`counted_at <= ${endOfWindow(now)}`
  while ((await deleteBatch(db, 'video_views', isOld(), sweepBatchSize)) === sweepBatchSize);
}

/** The secrets of these days, as far as they exist. */
export async function listViewerSecrets(db: Db, names: string[]): Promise<Map<string, Uint8Array>> {
  const rows = await db<{ name: string; value: Uint8Array }[]>`
    select name, value from secrets where name = any(${names})`
  return new Map(rows.map((row) => [row.name, row.value]))
}

export async function deleteViewerSecrets(db: Db, prefix: string, before: string): Promise<void> {
  await db`delete from secrets where starts_with(name, ${prefix}) and name < ${before} collate "C"`
}
