import type { Db } from '../../db/sql.ts'
import { foldCase } from '../../lib/text/fold.ts'

/** Makes processes that start at the same time take turns, so that the accounts are created once. */
export async function lockSamples(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('samples', 0))`
}

export async function isEmptySite(db: Db): Promise<boolean> {
  const [row] = await db`select from users limit 1`
  return row === undefined
}

/**
 * A task for each sample is written when an empty site is first filled, and deleted in the transaction that makes the
 * sample. So an interrupted start continues with the missing samples, and samples that are deleted later stay deleted.
 */
export async function insertTasks(db: Db, keys: readonly string[]): Promise<void> {
  await db`insert into sample_tasks ${db(keys.map((key) => ({ key })))} on conflict do nothing`
}

export async function listTasks(db: Db): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`select key from sample_tasks`
  return new Set(rows.map((row) => row.key))
}

/** Returns false if the task was done before. */
export async function deleteTask(db: Db, key: string): Promise<boolean> {
  const rows = await db`delete from sample_tasks where key = ${key} returning 1`
  return rows.length > 0
}

/** Finds by address, which nobody else can have. A username is free again once its account is deleted. */
export async function findSampleUser(db: Db, username: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from users where email_key = ${foldCase(`${username}@example.org`)} and is_active`
  return row?.id
}

export async function findSamplePlaylist(db: Db, ownerId: string, name: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from playlists where owner_id = ${ownerId} and name = ${name} and deleted_at is null limit 1`
  return row?.id
}

export async function setViewsAndDate(
  db: Db,
  { id, views }: { id: string; views: number },
  then: Date,
): Promise<void> {
  await db`update videos set views = ${views}, announced_at = ${then} where id = ${id}`
}

/** Statistics that fit its views: most of them in the first days, and six tenths of the video watched on average. */
export async function insertSampleStatistics(db: Db, id: string, now: Date): Promise<void> {
  await db`
    with watched as (
      select id, views, duration, day::date,
        1 / (1 + extract(epoch from day - created_at::date) / 86400) as weight
      from videos, generate_series(created_at::date, ${now}::timestamptz::date, interval '1 day') as day
      where id = ${id}),
      days as (select *, views * weight / sum(weight) over () as share from watched)
    insert into video_days (video_id, day, views, watch_seconds)
    select id, day, round(share), share * duration * 0.6 from days`
  await db`
    insert into video_audience (video_id, plays, watch_seconds, parts)
    select id, views, views * duration * 0.6, array(
      select views * (1 - 0.6 * sqrt(part / 100.0)) from generate_series(0, 99) as part order by part)
    from videos where id = ${id}`
}
