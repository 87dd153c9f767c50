import type { Db } from '../db/sql.ts'
import { foldCase } from '../lib/fold.ts'

/**
 * What is still to be made is a row each, beside the site's secrets: written when an empty site is first
 * filled, and gone in the transaction that makes it. So a stopped start goes on with what is missing, and
 * what somebody deletes later does not come back.
 */
const prefix = 'sample:'

/** Two processes that start together make the accounts once. */
export async function lockSamples(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('samples', 0))`
}

export async function isEmptySite(db: Db): Promise<boolean> {
  const [row] = await db`select from users limit 1`
  return row === undefined
}

export async function insertToDo(db: Db, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => ({ name: prefix + key, value: Buffer.of() }))
  await db`insert into secrets ${db(rows)} on conflict do nothing`
}

export async function listToDo(db: Db): Promise<Set<string>> {
  const rows = await db<{ name: string }[]>`select name from secrets where starts_with(name, ${prefix})`
  return new Set(rows.map((row) => row.name.slice(prefix.length)))
}

/** Answers whether it was still to be done. */
export async function deleteToDo(db: Db, key: string): Promise<boolean> {
  const rows = await db`delete from secrets where name = ${prefix + key} returning 1`
  return rows.length > 0
}

/** By the address, which nobody else can have; a name is free again once its account is deleted. */
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

/** As if the video had been watched, and been public since then. */
export async function setPast(
  db: Db,
  { id, views }: { id: string; views: number },
  then: Date,
): Promise<void> {
  await db`update videos set views = ${views}, announced_at = ${then} where id = ${id}`
}
