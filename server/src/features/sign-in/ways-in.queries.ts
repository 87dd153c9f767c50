import type { Db } from '../../db/sql.ts'

/** Whether a person can sign in at all: with a password, an account of a provider or a passkey. */
export async function hasWayIn(db: Db, userId: string): Promise<boolean> {
  const [row] = await db`
    select from users where id = ${userId} and (
      password_hash is not null
      or exists (select from identities where user_id = users.id)
      or exists (select from passkeys where user_id = users.id)
    )`
  return row !== undefined
}
