import type { Db } from '../../db/sql.ts'
import { hashToken } from '../../lib/tokens.ts'

/** Of two people who open links at the same time, one becomes the administrator. */
export async function lockLinks(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('admin-link', 0))`
}

export async function insertLink(db: Db, token: string, now: Date): Promise<void> {
  await db`insert into admin_links (token_hash, created_at) values (${hashToken(token)}, ${now})`
}

export async function hasLink(db: Db, token: string): Promise<boolean> {
  const [row] = await db`select from admin_links where token_hash = ${hashToken(token)}`
  return row !== undefined
}

export async function deleteLinks(db: Db): Promise<void> {
  await db`delete from admin_links`
}
