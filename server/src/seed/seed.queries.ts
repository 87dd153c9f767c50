import type { Db } from '../db/sql.ts'
import { foldCase } from '../lib/fold.ts'

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
 * sample. So an interrupted start goes on with what is missing, and what somebody deletes later does not come back.
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

/** By the address, which nobody else can have. A username is free again once its account is deleted. */
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
