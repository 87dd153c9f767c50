import type { Db } from '../../db/sql.ts'
import { hashToken } from '../../lib/tokens.ts'

export async function insertLink(db: Db, token: string, now: Date): Promise<void> {
  await db`insert into admin_links (token_hash, created_at) values (${hashToken(token)}, ${now})`
}

export async function hasLink(db: Db, token: string): Promise<boolean> {
  const [row] = await db`select from admin_links where token_hash = ${hashToken(token)}`
  return row !== undefined
}
