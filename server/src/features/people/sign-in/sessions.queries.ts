import type { Db } from '../../../db/sql.ts'

interface SessionRow {
  id: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
}

/** More than anyone has. Older sessions are not listed; they expire eventually. */
const maxShown = 100

export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db<SessionRow[]>`
    select id, user_agent, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > ${now}
    order by last_seen_at desc, id desc limit ${maxShown}`
}

/** Ends one of the person's own sessions; its device needs the second step again. */
export async function endSessionOf(db: Db, userId: string, id: string): Promise<boolean> {
  const [row] = await db`
    with ended as (delete from sessions where user_id = ${userId} and id = ${id} returning device_hash),
      distrusted as (
        update known_devices set skips_second_step_until = null
        where user_id = ${userId} and device_hash in (select device_hash from ended)
      )
    select from ended`
  return row !== undefined
}

/** Ends all sessions but this one; all devices but its own need the second step again. */
export async function endOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db`
    with ended as (delete from sessions where user_id = ${userId} and id <> ${keptId})
    update known_devices set skips_second_step_until = null
    where user_id = ${userId}
      and device_hash not in (select device_hash from sessions where user_id = ${userId} and id = ${keptId})`
}
