import { type api, type BodyOf, limits, t, type UploadDraft } from '@vireo/contract'
import type { Context } from '../../../../../context/context.ts'
import type { Db } from '../../../../../db/sql.ts'
import { asBadRequest } from '../../../../../http/api/as-bad-request.ts'
import { enqueue } from '../../../../../jobs/define-job.ts'
import { conflict, notFound } from '../../../../../lib/app-error.ts'
import { secondsAfter } from '../../../../../lib/clock.ts'
import { isId } from '../../../../../lib/ids.ts'
import { encodeSizes, withImage } from '../../../../../media/images/images.ts'
import { limitPictures } from '../../../../core/files/picture-limit.ts'
import { findVideoOfUpload } from '../uploads.queries.ts'
import {
  deleteDraft,
  findThumbnail,
  hasDraft,
  insertDraft,
  isSubmittedDraft,
  listSubmittedUploads,
  lockAndCountDrafts,
  type NewUploadDraft,
  saveThumbnail,
  type UploadDraftRow,
  updateDraft,
} from './upload-drafts.queries.ts'

const draftNotFound = () => notFound('upload.draft-not-found', 'Draft not found')

/** Inserts or replaces a draft. One that is submitted is published once its upload is complete. */
export async function saveDraft(
  context: Context,
  ownerId: string,
  body: BodyOf<typeof api.uploadDrafts.save>,
): Promise<UploadDraft | null> {
  const { sql, clock } = context
  if (!isId(body._id)) throw draftNotFound()
  const now = clock.now()
  const draft = toNewDraft(ownerId, body)
  return sql.begin(async (tx) => {
    const known = await updateDraft(tx, draft, now)
    // A request that arrives late must not bring back the draft of a published video.
    if (!known && body.uploadId && (await findVideoOfUpload(tx, body.uploadId, ownerId))) return null
    const row = known ?? (await addDraft(tx, draft, now))
    // The upload may have been completed just before.
    if (row.is_submitted && row.upload_id) await enqueuePublishing(tx, row.upload_id, now)
    return toDraft(row)
  })
}

async function addDraft(tx: Db, draft: NewUploadDraft, now: Date): Promise<UploadDraftRow> {
  if ((await lockAndCountDrafts(tx, draft.owner_id)) >= limits.uploadDrafts)
    throw conflict(
      'upload.too-many-drafts',
      `You can prepare at most ${limits.uploadDrafts} videos at a time. Publish or remove one first.`,
    )
  const row = await insertDraft(tx, draft, now)
  if (!row) throw draftNotFound()
  return row
}

/** When the last byte of an upload has arrived. */
export async function publishIfSubmitted({ sql, clock }: Context, uploadId: string): Promise<void> {
  if (await isSubmittedDraft(sql, uploadId)) await enqueuePublishing(sql, uploadId, clock.now())
}

/** For uploads whose job was lost: the server may be killed after the last byte, and the browser may be gone. */
export async function publishAllSubmitted({ sql, clock }: Context): Promise<void> {
  for (const id of await listSubmittedUploads(sql)) await enqueuePublishing(sql, id, clock.now())
}

/** The handler is in `upload-drafts.jobs.ts`, which imports publishing; that would close a circle here. */
export const publishSubmittedJobEntry = {
  name: 'videos:publish-submitted',
  payload: t.object({ uploadId: t.string() }),
  maxAttempts: 5,
}

/** The browser publishes it itself, unless it was closed or lost its connection. */
const browserFirstSeconds = 15

async function enqueuePublishing(db: Db, uploadId: string, now: Date): Promise<void> {
  await enqueue(
    db,
    publishSubmittedJobEntry,
    { uploadId },
    { key: `publish-upload:${uploadId}`, runAt: secondsAfter(now, browserFirstSeconds) },
  )
}

/** Keeps a picture small enough for the database. Published thumbnails are not larger. */
export async function keepThumbnail(context: Context, id: string, ownerId: string, path: string) {
  const { sql } = context
  if (!isId(id) || !(await hasDraft(sql, id, ownerId))) throw draftNotFound()
  await limitPictures(context, 'upload-draft', ownerId)
  const [encoded] = await asBadRequest('thumbnail', () =>
    withImage(path, { maxBytes: limits.thumbnailBytes }, (image) =>
      encodeSizes(image, [{ name: 'thumbnail', width: 1280, height: 720 }], ['jpeg']),
    ),
  )
  if (!encoded || !(await saveThumbnail(sql, id, ownerId, encoded.bytes))) throw draftNotFound()
}

export async function getThumbnail({ sql }: Context, id: string, ownerId: string): Promise<string | null> {
  const row = isId(id) ? await findThumbnail(sql, id, ownerId) : undefined
  if (!row) throw draftNotFound()
  if (!row.thumbnail) return null
  return `data:image/jpeg;base64,${Buffer.from(row.thumbnail).toString('base64')}`
}

export async function removeDraft({ sql }: Context, id: string, ownerId: string): Promise<void> {
  if (!isId(id) || !(await deleteDraft(sql, id, ownerId))) throw draftNotFound()
}

function toNewDraft(
  ownerId: string,
  {
    _id: id,
    file,
    uploadId,
    title,
    description,
    visibility,
    isSubmitted,
    hasThumbnail,
  }: BodyOf<typeof api.uploadDrafts.save>,
): NewUploadDraft {
  return {
    id,
    owner_id: ownerId,
    upload_id: uploadId ?? null,
    file_name: file?.name ?? null,
    file_size: file?.size ?? null,
    file_modified: file?.lastModified ?? null,
    title,
    description,
    visibility,
    is_submitted: isSubmitted,
    has_thumbnail: hasThumbnail,
  }
}

export function toDraft(row: UploadDraftRow): UploadDraft {
  const { file_name: name, file_size: size, file_modified: lastModified } = row
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    isSubmitted: row.is_submitted,
    hasThumbnail: row.has_thumbnail,
    file: name !== null && size !== null && lastModified !== null ? { name, size, lastModified } : null,
    uploadId: row.upload_id,
    failure: row.failure,
    updatedAt: row.updated_at.toISOString(),
  }
}
