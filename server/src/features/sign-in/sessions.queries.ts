import type { Db } from '../../db/sql.ts'

export interface SessionRow {
  id: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
}

/** More than anyone has; the oldest beyond them are not shown and end by themselves. */
const maxShown = 100

export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db<SessionRow[]>`
    select id, user_agent, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > ${now}
    order by last_seen_at desc, id desc limit ${maxShown}`
}

/** Only one of the person's own. */
export async function endSessionOf(db: Db, userId: string, id: string): Promise<boolean> {
  const [row] = await db`delete from sessions where user_id = ${userId} and id = ${id} returning 1`
  return row !== undefined
}

export async function endOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db`delete from sessions where user_id = ${userId} and id <> ${keptId}`
}
