import type { Db } from '../../../db/sql.ts'
import { secondsAfter } from '../../../lib/clock.ts'

interface NewUpload {
  id: string
  userId: string
  size: number
  disk: string
  expiresAt: Date
}

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  await db`
    insert into uploads (id, user_id, size, disk, expires_at)
    values (${upload.id}, ${upload.userId}, ${upload.size}, ${upload.disk}, ${upload.expiresAt})`
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

/** The video that was made of an upload. */
export async function findVideoOfUpload(db: Db, id: string, userId: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from videos where upload_id = ${id} and owner_id = ${userId}`
  return row?.id
}

/** After this long the process that made the claim is assumed to be dead. */
const claimSeconds = 600

/** Keeps two calls from publishing the same upload at once. The unique `upload_id` guarantees that there is one video. */
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

export async function releaseUploadsOnDisk(db: Db, disk: string): Promise<void> {
  await db`update uploads set claimed_at = null where disk = ${disk} and claimed_at is not null`
}

export async function deleteUpload(db: Db, id: string, userId: string): Promise<boolean> {
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
