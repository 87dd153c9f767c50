import type { Db } from '../../../../db/sql.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { hashToken } from '../../../../lib/security/tokens.ts'

const lifetimeSeconds = 24 * 3600

/** Opens a request for a link that confirms the new address of an account; it replaces an earlier one. */
export async function openLink(db: Db, userId: string, email: string, now: Date): Promise<void> {
  const expires_at = secondsAfter(now, lifetimeSeconds)
  await db`
    insert into new_email_links ${db({ user_id: userId, email, expires_at })}
    on conflict (user_id) do update set email = excluded.email, token_hash = null, expires_at = excluded.expires_at`
}

/** Stores the token of an open request. Returns false if the request was closed or replaced in the meantime. */
export async function setLinkToken(
  db: Db,
  { userId, email, token }: { userId: string; email: string; token: string },
  now: Date,
): Promise<boolean> {
  const [row] = await db`
    update new_email_links set token_hash = ${hashToken(token)}
    where user_id = ${userId} and email = ${email} and expires_at > ${now} returning 1`
  return row !== undefined
}

/** Deletes a link, so that it works once, and returns its address. */
export async function takeLink(
  db: Db,
  userId: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db<{ email: string }[]>`
    delete from new_email_links
    where user_id = ${userId} and token_hash = ${hashToken(token)} and expires_at > ${now} returning email`
  return row?.email
}

export async function closeLink(db: Db, userId: string): Promise<void> {
  await db`delete from new_email_links where user_id = ${userId}`
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db`delete from new_email_links where expires_at <= ${now}`
}
