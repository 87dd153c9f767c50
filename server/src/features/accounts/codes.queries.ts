import { limits } from '@vireo/contract'
import type { Db } from '../../db/sql.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { hashToken } from '../../lib/tokens.ts'

export const purposes = ['sign-up', 'reset', 'new-email'] as const
export type Purpose = (typeof purposes)[number]

export interface CodeKey {
  purpose: Purpose
  /** The address in lower case, or the account's id for a new e-mail. */
  subject: string
}

interface CodeRow extends CodeKey {
  email: string
  code_hash: string | null
}

/** Opens a request for a code; one that was open before is closed by it. */
export async function openCode(db: Db, key: CodeKey, email: string, now: Date): Promise<void> {
  await db`
    insert into email_codes (purpose, subject, email, sent_at, expires_at)
    values (${key.purpose}, ${key.subject}, ${email}, ${now}, ${secondsAfter(now, limits.otpLifetimeSeconds)})
    on conflict (purpose, subject) do update set
      email = excluded.email, code_hash = null, wrong_tries = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at`
}

export async function closeCode(db: Db, key: CodeKey): Promise<void> {
  await db`delete from email_codes where purpose = ${key.purpose} and subject = ${key.subject}`
}

/** Gives an open request its code; a request that was closed or replaced in the meantime takes none. */
export async function setCodeHash(
  db: Db,
  key: CodeKey,
  email: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db`
    update email_codes set code_hash = ${hash}
    where purpose = ${key.purpose} and subject = ${key.subject} and email = ${email} and expires_at > ${now}
    returning 1`
  return row !== undefined
}

/**
 * Takes one of the tries of each live code of a subject before it is compared, so that guesses made at the
 * same time cannot exceed the limit together.
 */
export async function takeTry(db: Db, keys: CodeKey[], now: Date): Promise<CodeRow[]> {
  const purposes = keys.map((key) => key.purpose)
  const subjects = keys.map((key) => key.subject)
  return db<CodeRow[]>`
    update email_codes set wrong_tries = wrong_tries + 1
    where (purpose, subject) in (select * from unnest(${purposes}::text[], ${subjects}::text[]))
      and expires_at > ${now} and wrong_tries < ${limits.otpWrongTries} and code_hash is not null
    returning purpose, subject, email, code_hash`
}

/** Uses a code up. Only one of two racing calls gets it. */
export async function useCode(db: Db, key: CodeKey, hash: string): Promise<boolean> {
  const [row] = await db`
    delete from email_codes
    where purpose = ${key.purpose} and subject = ${key.subject} and code_hash = ${hash} returning 1`
  return row !== undefined
}

export async function insertProof(
  db: Db,
  token: string,
  purpose: Purpose,
  email: string,
  now: Date,
): Promise<void> {
  await db`
    insert into email_proofs (token_hash, purpose, email_key, expires_at)
    values (${hashToken(token)}, ${purpose}, lower(${email}), ${secondsAfter(now, limits.proofLifetimeSeconds)})`
}

export async function useProof(
  db: Db,
  token: string,
  purpose: Purpose,
  email: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db`
    delete from email_proofs
    where token_hash = ${hashToken(token)} and purpose = ${purpose} and email_key = lower(${email})
      and expires_at > ${now}
    returning 1`
  return row !== undefined
}
