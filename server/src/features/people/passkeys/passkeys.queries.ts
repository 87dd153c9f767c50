import type { Db } from '../../../db/sql.ts'

export interface PasskeyRow {
  id: string
  user_id: string
  credential_id: Uint8Array
  public_key: Uint8Array
  /** How often the passkey has signed, by its own count; many always send 0. */
  counter: string
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

type NewPasskey = Omit<PasskeyRow, 'counter' | 'last_used_at'> & { counter: number }

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db<PasskeyRow[]>`select * from passkeys where user_id = ${userId} order by created_at, id`
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from passkeys where user_id = ${userId}`
  return row?.count ?? 0
}

/** Leaves out deleted accounts that wait to be purged. */
export async function findPasskey(
  db: Db,
  credentialId: Uint8Array,
): Promise<(PasskeyRow & { username: string }) | undefined> {
  const [row] = await db<(PasskeyRow & { username: string })[]>`
    select p.*, u.username from passkeys p join users u on u.id = p.user_id and u.deleted_at is null
    where p.credential_id = ${credentialId}`
  return row
}

/** Undefined if somebody has this passkey already. */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`
    insert into passkeys ${db({ ...passkey })} on conflict (credential_id) do nothing returning *`
  return row
}

/** Undefined if the person has no such passkey. */
export async function renamePasskey(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`
    update passkeys set name = ${name} where user_id = ${userId} and id = ${id} returning *`
  return row
}

/** Undefined if the person has no such passkey. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`
    delete from passkeys where user_id = ${userId} and id = ${id} returning *`
  return row
}

/** Returns false if the counter did not increase: the passkey was used elsewhere since, or is a copy. */
export async function markUsed(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const [row] = await db`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning 1`
  return row !== undefined
}
