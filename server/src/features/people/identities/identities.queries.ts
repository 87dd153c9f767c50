import type { ProviderId } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'

interface IssuerKey {
  provider: ProviderId
  issuer: string
}

/** Identifies an account of a provider. Subjects are unique for each issuer only. */
interface IdentityKey extends IssuerKey {
  subject: string
}

export interface NewIdentity extends IdentityKey {
  /** The address or name by which the person knows that account. */
  label: string
}

interface IdentityRow extends IssuerKey {
  label: string
  created_at: Date
  last_used_at: Date
}

const matches = (db: Db, { provider, issuer, subject }: IdentityKey) =>
  db`provider = ${provider} and issuer = ${issuer} and subject = ${subject}`

/** Records that an identity was used; returns the id of its person. */
export async function recordIdentityUse(
  db: Db,
  { label, ...key }: NewIdentity,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db<{ userId: string }[]>`
    update identities set last_used_at = ${now}, label = ${label} where ${matches(db, key)}
    returning user_id as "userId"`
  return row?.userId
}

/** Returns false if it belongs to someone already, or if the person has another one of this issuer. */
export async function insertIdentity(
  db: Db,
  userId: string,
  { provider, issuer, subject, label }: NewIdentity,
  now: Date,
): Promise<boolean> {
  const [row] = await db`
    insert into identities ${db({ provider, issuer, subject, user_id: userId, label, created_at: now, last_used_at: now })}
    on conflict do nothing returning 1`
  return row !== undefined
}

export async function findIdentityOwner(db: Db, key: IdentityKey): Promise<string | undefined> {
  const [row] = await db<{ userId: string }[]>`
    select user_id as "userId" from identities where ${matches(db, key)}`
  return row?.userId
}

export async function hasIdentity(db: Db, userId: string, { provider, issuer }: IssuerKey): Promise<boolean> {
  const [row] = await db`
    select from identities where user_id = ${userId} and provider = ${provider} and issuer = ${issuer}`
  return row !== undefined
}

export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db<IdentityRow[]>`
    select provider, issuer, label, created_at, last_used_at from identities
    where user_id = ${userId} order by created_at, provider, issuer`
}

/** Deletes the identities of these issuers, or, if not `isOffered`, those of all other issuers of the provider. */
export async function deleteIdentities(
  db: Db,
  userId: string,
  provider: ProviderId,
  { issuers, isOffered }: { issuers: string[]; isOffered: boolean },
): Promise<boolean> {
  const rows = await db`
    delete from identities
    where user_id = ${userId} and provider = ${provider} and (issuer = any(${issuers})) = ${isOffered}
    returning 1`
  return rows.length > 0
}

/** Whether the person can still sign in. Only identities of the offered issuers count. */
export async function hasSignInMethod(db: Db, userId: string, offered: IssuerKey[]): Promise<boolean> {
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
