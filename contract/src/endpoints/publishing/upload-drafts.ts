import { endpoint, perMinute } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { uploadMessages } from '../../rules/publishing/videos.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'
import { visibility } from './videos.ts'

const path = '/video/upload-drafts'
const idParams = t.object({ id: t.string() })

/** Identifies the file on the disk of its owner, who has to choose it again after a reload. */
const file = t.object({
  name: t.line({ maxLength: 255 }),
  size: t.integer({ minimum: 0 }),
  /** Milliseconds since 1970. */
  lastModified: t.integer({ minimum: 0, maximum: 8.64e15 }),
})

const details = {
  title: t.line({ maxLength: limits.videoTitleLength }),
  description: t.string({ maxLength: limits.videoDescriptionLength }),
  visibility,
  /** Publish it as soon as its upload is complete. */
  isSubmitted: t.boolean(),
  hasThumbnail: t.boolean(),
}

const draftView = t.object({
  _id: id(),
  ...details,
  file: t.nullable(file),
  uploadId: t.nullable(t.string()),
  /** Why it could not be published. */
  failure: t.nullable(t.string()),
  updatedAt: timestamp(),
})
export type UploadDraft = Static<typeof draftView>

/** The details of one’s own videos that are not published yet; kept for a week after the last change. */
export const uploadDrafts = {
  list: endpoint({
    method: 'GET',
    path,
    auth: 'session',
    summary: 'One’s own drafts of videos, the oldest first',
    message: 'Drafts',
    data: t.array(draftView),
  }),
  save: endpoint({
    method: 'PUT',
    path,
    auth: 'session',
    isMinorChange: true,
    limit: perMinute('save-upload-draft', 120),
    summary:
      'Save a draft under a UUID that the client has made. Without `hasThumbnail`, its picture is dropped',
    message: 'Draft saved',
    body: t.object({
      /** Of the client, so that a repeated request changes the same draft. */
      _id: id(),
      ...details,
      file: t.optional(file),
      uploadId: t.optional(t.string({ maxLength: 200 })),
    }),
    /** Null if its video is published already. */
    data: t.nullable(draftView),
  }),
  setThumbnail: endpoint({
    method: 'PUT',
    path: `${path}/:id/thumbnail`,
    auth: 'session',
    isMinorChange: true,
    summary: 'Keep a thumbnail with a draft',
    message: 'Thumbnail saved',
    params: idParams,
    files: { thumbnail: { maxBytes: limits.thumbnailBytes, required: uploadMessages.thumbnailRequired } },
    data: t.null(),
  }),
  getThumbnail: endpoint({
    method: 'GET',
    path: `${path}/:id/thumbnail`,
    auth: 'session',
    summary: 'The thumbnail of a draft as a data URI; null if it has none',
    message: 'Thumbnail',
    params: idParams,
    data: t.object({ dataUri: t.nullable(t.string()) }),
  }),
  frames: endpoint({
    method: 'GET',
    path: '/video/upload-frames/:id',
    auth: 'session',
    limit: perMinute('upload-frames', 6),
    summary: 'Up to six pictures of one’s own complete upload, as data URIs',
    message: 'Frames',
    params: idParams,
    data: t.object({ frames: t.array(t.string()) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    auth: 'session',
    isMinorChange: true,
    limit: perMinute('remove-upload-draft', 60),
    summary: 'Remove a draft; its upload stays until it is cancelled or expires',
    message: 'Draft removed',
    params: idParams,
    data: t.null(),
  }),
}
