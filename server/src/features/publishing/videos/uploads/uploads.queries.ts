import type { Db } from '../../../../db/sql.ts'

interface NewUpload {
  id: string
  userId: string
  size: number
  /** Empty if its bytes are in the storage that all processes share. */
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

export async function findUpload(db: Db, id: string): Promise<{ userId: string; size: number } | undefined> {
  const [row] = await db<{ userId: string; size: number }[]>`
    select user_id as "userId", size::float8 as size from uploads where id = ${id}`
  return row
}

/** The video that was made from an upload. */
export async function findVideoOfUpload(db: Db, id: string, userId: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from videos where upload_id = ${id} and owner_id = ${userId}`
  return row?.id
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

interface UploadRow {
  size: number
  received: number
  metadata: string | null
}

/** An upload whose bytes are in the storage. */
export async function findStoredUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  const [row] = await db<UploadRow[]>`
    select size::float8 as size, received::float8 as received, metadata from uploads where id = ${id} and disk = ''`
  return row
}

export async function saveMetadata(db: Db, id: string, metadata: string): Promise<void> {
  await db`update uploads set metadata = ${metadata} where id = ${id}`
}

export interface UploadPartRow {
  start: number
  bytes: number
  key: string
}

/**
 * Counts a stored part, in place of a smaller one with the same start. False if the upload does not end at `offset`: it
 * was cancelled, or another process has continued it.
 */
export async function addPart(
  db: Db,
  id: string,
  { start, bytes, key }: UploadPartRow,
  offset: number,
): Promise<boolean> {
  const [row] = await db`
    with moved as (
      update uploads set received = ${start + bytes} where id = ${id} and received = ${offset} returning id
    )
    insert into upload_parts (upload_id, start, bytes, key) select id, ${start}, ${bytes}, ${key} from moved
    on conflict (upload_id, start) do update set bytes = excluded.bytes, key = excluded.key
    returning 1`
  return row !== undefined
}

export const listParts = (db: Db, id: string): Promise<UploadPartRow[]> => db<UploadPartRow[]>`
  select start::float8 as start, bytes::float8 as bytes, key from upload_parts where upload_id = ${id} order by start`

export async function findLastPart(db: Db, id: string): Promise<UploadPartRow | undefined> {
  const [row] = await db<UploadPartRow[]>`
    select start::float8 as start, bytes::float8 as bytes, key from upload_parts where upload_id = ${id}
    order by start desc limit 1`
  return row
}
