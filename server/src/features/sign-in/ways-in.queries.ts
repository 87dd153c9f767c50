import type { Db } from '../../db/sql.ts'

/** Whether anything is left with which the person can sign in. */
export async function hasWayIn(db: Db, userId: string): Promise<boolean> {
  const [row] = await db`
    select from users u where u.id = ${userId} and (
      u.password_hash is not null
      or exists (select from identities i where i.user_id = u.id)
      or exists (select from passkeys p where p.user_id = u.id)
    )`
  return row !== undefined
}
