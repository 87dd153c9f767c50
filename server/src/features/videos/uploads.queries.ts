import type { Db } from '../../db/sql.ts'

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

/** Only one of two racing calls gets to use an upload. */
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
