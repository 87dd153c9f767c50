import type { Db } from '../../db/sql.ts'
import { secondsAfter } from '../../lib/clock.ts'

export async function insertUpload(
  db: Db,
  upload: { id: string; userId: string; size: number; expiresAt: Date },
): Promise<void> {
  await db`
    insert into uploads (id, user_id, size, expires_at)
    values (${upload.id}, ${upload.userId}, ${upload.size}, ${upload.expiresAt})`
}

export async function countUploads(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from uploads where user_id = ${userId} and expires_at > ${now}`
  return row?.count ?? 0
}

export async function isUploadOf(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const [row] = await db`
    select from uploads where id = ${id} and user_id = ${userId} and expires_at > ${now}`
  return row !== undefined
}

/** After this long a claim is that of a process that died. */
const claimSeconds = 600

/** Only one of two racing calls gets to make a video of an upload. */
export async function claimUpload(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const [row] = await db`
    update uploads set claimed_at = ${now}
    where id = ${id} and user_id = ${userId} and expires_at > ${now}
      and (claimed_at is null or claimed_at <= ${secondsAfter(now, -claimSeconds)})
    returning 1`
  return row !== undefined
}

export async function releaseUpload(db: Db, id: string): Promise<void> {
  await db`update uploads set claimed_at = null where id = ${id}`
}

export async function takeUpload(db: Db, id: string, userId: string): Promise<boolean> {
  const [row] = await db`delete from uploads where id = ${id} and user_id = ${userId} returning 1`
  return row !== undefined
}

export async function deleteExpiredUploads(db: Db, now: Date): Promise<void> {
  await db`delete from uploads where expires_at <= ${now}`
}

export async function listUploadIds(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from uploads`
  return rows.map((row) => row.id)
}
