import { limits } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { hashToken } from '../../../../lib/security/tokens.ts'
import { foldCase } from '../../../../lib/text/fold.ts'

export type Purpose = 'sign-up' | 'reset' | 'new-email' | 'confirm' | 'link'

export interface CodeKey {
  purpose: Purpose
  /** The folded address for sign-up and reset, else the account's id. */
  subject: string
  /** The browser that requested the code. Empty if only the owner can request it: they may enter it in any browser. */
  deviceHash: string
}

export const newEmailKey = (userId: string): CodeKey => ({
  purpose: 'new-email',
  subject: userId,
  deviceHash: '',
})

interface CodeRow {
  purpose: Purpose
  email: string
  code_hash: string | null
}

/** Opens a request for a code; it replaces one that the same browser has open. */
export async function openCode(db: Db, key: CodeKey, email: string, now: Date): Promise<void> {
  await db`
    insert into email_codes (purpose, subject, device_hash, email, sent_at, expires_at)
    values (
      ${key.purpose}, ${key.subject}, ${key.deviceHash}, ${email}, ${now},
      ${secondsAfter(now, limits.otpLifetimeSeconds)}
    )
    on conflict (purpose, subject, device_hash) do update set
      email = excluded.email, code_hash = null, wrong_tries = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at`
}

export async function closeCode(db: Db, key: CodeKey): Promise<void> {
  await db`delete from email_codes where ${matches(db, key)}`
}

/** Stores the code of an open request. Returns false if the request was closed or replaced in the meantime. */
export async function setCodeHash(
  db: Db,
  key: CodeKey,
  email: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db`
    update email_codes set code_hash = ${hash}
    where ${matches(db, key)} and email = ${email} and expires_at > ${now}
    returning 1`
  return row !== undefined
}

/**
 * Counts a try of each open code before it is compared, so that simultaneous guesses cannot exceed the limit. Requests
 * that never get a code count too: otherwise the limit would show whether there is an account.
 */
export async function countCodeTry(db: Db, keys: CodeKey[], now: Date): Promise<CodeRow[]> {
  const purposes = keys.map((key) => key.purpose)
  const subjects = keys.map((key) => key.subject)
  const deviceHashes = keys.map((key) => key.deviceHash)
  return db<CodeRow[]>`
    update email_codes set wrong_tries = wrong_tries + 1
    where (purpose, subject, device_hash) in (
        select * from unnest(${purposes}::text[], ${subjects}::text[], ${deviceHashes}::text[])
      )
      and expires_at > ${now} and wrong_tries < ${limits.otpWrongTries}
    returning purpose, email, code_hash`
}

/** Deletes a code, so that it works once: only one of two racing calls gets it. */
export async function spendCode(db: Db, key: CodeKey, hash: string): Promise<boolean> {
  const [row] = await db`
    delete from email_codes where ${matches(db, key)} and code_hash = ${hash} returning 1`
  return row !== undefined
}

/** A browser's proof that an address belongs to the person who uses it. */
export interface EmailProof {
  token: string
  purpose: Purpose
  email: string
}

export async function insertProof(db: Db, { token, purpose, email }: EmailProof, now: Date): Promise<void> {
  await db`
    insert into email_proofs (token_hash, purpose, email_key, expires_at)
    values (${hashToken(token)}, ${purpose}, ${foldCase(email)}, ${secondsAfter(now, limits.proofLifetimeSeconds)})`
}

/** Checks a proof without spending it, so that a request without one is refused before a password is hashed. */
export async function hasProof(db: Db, proof: EmailProof, now: Date): Promise<boolean> {
  const [row] = await db`select from email_proofs where ${matchesProof(db, proof, now)}`
  return row !== undefined
}

export async function spendProof(db: Db, proof: EmailProof, now: Date): Promise<boolean> {
  const [row] = await db`delete from email_proofs where ${matchesProof(db, proof, now)} returning 1`
  return row !== undefined
}

/** Also the proofs that codes were exchanged for. */
export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await db`delete from email_codes where expires_at <= ${now}`
  await db`delete from email_proofs where expires_at <= ${now}`
}

const matches = (db: Db, { purpose, subject, deviceHash }: CodeKey) =>
  db`purpose = ${purpose} and subject = ${subject} and device_hash = ${deviceHash}`

const matchesProof = (db: Db, { token, purpose, email }: EmailProof, now: Date) => db`
  token_hash = ${hashToken(token)} and purpose = ${purpose} and email_key = ${foldCase(email)}
  and expires_at > ${now}`
