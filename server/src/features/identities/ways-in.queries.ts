import type { Db } from '../../db/sql.ts'
import type { IssuerKey } from './identities.queries.ts'

/** Whether anything is left with which the person can sign in: of identities only those of the offered issuers. */
export async function hasWayIn(db: Db, userId: string, offered: IssuerKey[]): Promise<boolean> {
  const [row] = await db`
    select from users u where u.id = ${userId} and (
      u.password_hash is not null
      or exists (
        select from identities i
          join unnest(
            ${offered.map(({ provider }) => provider)}::text[], ${offered.map(({ issuer }) => issuer)}::text[]
          ) as o (provider, issuer) using (provider, issuer)
        where i.user_id = u.id
      )
      or exists (select from passkeys p where p.user_id = u.id)
    )`
  return row !== undefined
}
