import { limits, type Visibility } from '@vireo/contract'
import type { Db } from '../../../../../db/sql.ts'
import { unauthorized } from '../../../../../lib/app-error.ts'

export interface UploadDraftRow {
  id: string
  upload_id: string | null
  file_name: string | null
  file_size: number | null
  file_modified: number | null
  title: string
  description: string
  visibility: Visibility
  is_submitted: boolean
  has_thumbnail: boolean
  failure: string | null
  updated_at: Date
}

export type NewUploadDraft = Omit<UploadDraftRow, 'failure' | 'updated_at'> & { owner_id: string }

const columns = (db: Db) => db`
  id, upload_id, file_name, file_size::float8 as file_size, file_modified::float8 as file_modified, title,
  description, visibility, is_submitted, thumbnail is not null as has_thumbnail, failure, updated_at`

/** The upload, if it is still there and belongs to the owner of the draft. */
const ownUpload = (db: Db, { upload_id, owner_id }: NewUploadDraft) => db`
  (select uploads.id from uploads where uploads.id = ${upload_id} and uploads.user_id = ${owner_id})`

/** Not in pages: a person has few drafts. */
export const listDrafts = (db: Db, ownerId: string) => db<UploadDraftRow[]>`
  select ${columns(db)} from upload_drafts where owner_id = ${ownerId}
  order by created_at, id limit ${limits.uploadDrafts}`

export async function updateDraft(
  db: Db,
  draft: NewUploadDraft,
  now: Date,
): Promise<UploadDraftRow | undefined> {
  const [row] = await db<UploadDraftRow[]>`
    update upload_drafts set upload_id = ${ownUpload(db, draft)}, file_name = ${draft.file_name},
      file_size = ${draft.file_size}, file_modified = ${draft.file_modified}, title = ${draft.title},
      description = ${draft.description}, visibility = ${draft.visibility}, is_submitted = ${draft.is_submitted},
      thumbnail = case when ${draft.has_thumbnail} then thumbnail end, failure = null, updated_at = ${now}
    where id = ${draft.id} and owner_id = ${draft.owner_id}
    returning ${columns(db)}`
  return row
}

/** Undefined if another person has a draft with this id. */
export async function insertDraft(
  db: Db,
  draft: NewUploadDraft,
  now: Date,
): Promise<UploadDraftRow | undefined> {
  const [row] = await db<UploadDraftRow[]>`
    insert into upload_drafts (id, owner_id, upload_id, file_name, file_size, file_modified, title, description,
      visibility, is_submitted, created_at, updated_at)
    values (${draft.id}, ${draft.owner_id}, ${ownUpload(db, draft)}, ${draft.file_name}, ${draft.file_size},
      ${draft.file_modified}, ${draft.title}, ${draft.description}, ${draft.visibility}, ${draft.is_submitted},
      ${now}, ${now})
    on conflict (id) do nothing
    returning ${columns(db)}`
  return row
}

/** Only one process at a time may add drafts of a person, so that they are counted correctly. */
export async function lockAndCountDrafts(db: Db, ownerId: string): Promise<number> {
  const [owner] = await db`select from users where id = ${ownerId} and is_active for no key update`
  if (!owner) throw unauthorized()
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from upload_drafts where owner_id = ${ownerId}`
  return row?.count ?? 0
}

export async function saveThumbnail(
  db: Db,
  id: string,
  ownerId: string,
  thumbnail: Uint8Array,
): Promise<boolean> {
  const [row] = await db`
    update upload_drafts set thumbnail = ${thumbnail} where id = ${id} and owner_id = ${ownerId} returning 1`
  return row !== undefined
}

export async function hasDraft(db: Db, id: string, ownerId: string): Promise<boolean> {
  const [row] = await db`select from upload_drafts where id = ${id} and owner_id = ${ownerId}`
  return row !== undefined
}

export async function findThumbnail(
  db: Db,
  id: string,
  ownerId: string,
): Promise<{ thumbnail: Uint8Array | null } | undefined> {
  const [row] = await db<{ thumbnail: Uint8Array | null }[]>`
    select thumbnail from upload_drafts where id = ${id} and owner_id = ${ownerId}`
  return row
}

export async function deleteDraft(db: Db, id: string, ownerId: string): Promise<boolean> {
  const [row] = await db`delete from upload_drafts where id = ${id} and owner_id = ${ownerId} returning 1`
  return row !== undefined
}

/** Its video is published. */
export async function deleteDraftOfUpload(db: Db, uploadId: string): Promise<void> {
  await db`delete from upload_drafts where upload_id = ${uploadId}`
}

export async function deleteDraftsOlderThan(db: Db, date: Date): Promise<void> {
  await db`delete from upload_drafts where updated_at <= ${date}`
}

export type SubmittedDraftRow = Pick<UploadDraftRow, 'id' | 'title' | 'description' | 'visibility'> & {
  owner_id: string
  upload_id: string
  thumbnail: Uint8Array | null
  updated_at: Date
}

export async function findSubmittedDraft(db: Db, uploadId: string): Promise<SubmittedDraftRow | undefined> {
  const [row] = await db<SubmittedDraftRow[]>`
    select id, owner_id, upload_id, title, description, visibility, thumbnail, updated_at from upload_drafts
    where upload_id = ${uploadId} and is_submitted limit 1`
  return row
}

/** Locks the draft until the transaction ends. False if it was changed, withdrawn or removed after it was read. */
export async function lockUnchanged(
  db: Db,
  { id, upload_id, updated_at }: SubmittedDraftRow,
): Promise<boolean> {
  const [row] = await db`
    select from upload_drafts
    where id = ${id} and upload_id = ${upload_id} and is_submitted and updated_at = ${updated_at} for update`
  return row !== undefined
}

export async function isSubmittedDraft(db: Db, uploadId: string): Promise<boolean> {
  const [row] = await db`select from upload_drafts where upload_id = ${uploadId} and is_submitted limit 1`
  return row !== undefined
}

/** The uploads of submitted drafts. There are few: an upload lives for a day. */
export async function listSubmittedUploads(db: Db): Promise<string[]> {
  const rows = await db<{ upload_id: string }[]>`
    select distinct upload_id from upload_drafts where is_submitted and upload_id is not null`
  return rows.map((row) => row.upload_id)
}

export async function setFailure(db: Db, id: string, failure: string): Promise<void> {
  await db`update upload_drafts set failure = ${failure}, is_submitted = false where id = ${id}`
}
