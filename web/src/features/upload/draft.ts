import { uploadMessages, type Visibility, videoDescriptionRule, videoTitleRule } from '@vireo/contract'
import type { Problems } from '../../lib/forms/use-field-errors.ts'

/** Identifies a file. A browser cannot keep a file over a reload, but it can keep these facts. */
type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>
export type Thumbnail = { image: Blob; isFrame: boolean }

export type Draft = {
  title: string
  description: string
  visibility: Visibility
  /** Has to be chosen again after a reload. */
  video: File | null
  /** Identifies the video also after a reload, with the address of its unfinished upload, if there is one. */
  remembered: { file: FileFacts; uploadUrl: string | null } | null
  thumbnail: Thumbnail | null
}

export const emptyDraft: Draft = {
  title: '',
  description: '',
  visibility: 'public',
  video: null,
  remembered: null,
  thumbnail: null,
}

export function isEmpty({ title, description, visibility, remembered, thumbnail }: Draft) {
  return !title && !description && visibility === emptyDraft.visibility && !remembered && !thumbnail
}

export function factsOf({ name, size, lastModified }: FileFacts): FileFacts {
  return { name, size, lastModified }
}

export function isSameFile(a: FileFacts, b: FileFacts) {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

export function withVideo(draft: Draft, video: File): Draft {
  const { remembered } = draft
  if (remembered && isSameFile(video, remembered.file)) return { ...draft, video }
  // The other file's upload is kept until this one starts: choosing a wrong file loses nothing.
  const kept = remembered?.uploadUrl ? remembered : { file: factsOf(video), uploadUrl: null }
  return { ...draft, video, remembered: kept, thumbnail: ownThumbnail(draft) }
}

export function withoutVideo(draft: Draft): Draft {
  return { ...draft, video: null, remembered: null, thumbnail: ownThumbnail(draft) }
}

/** Drops the unfinished upload, and keeps a video that has been chosen. */
export function withoutUpload(draft: Draft): Draft {
  return { ...draft, remembered: draft.video && { file: factsOf(draft.video), uploadUrl: null } }
}

/** A frame is dropped with its video; an uploaded picture stays. */
function ownThumbnail({ thumbnail }: Draft) {
  return thumbnail?.isFrame ? null : thumbnail
}

/** Where to continue uploading the chosen video, if part of it is on the server. */
export function continuedUrl({ video, remembered }: Draft): string | null {
  return video && remembered && isSameFile(video, remembered.file) ? remembered.uploadUrl : null
}

export type DraftField = 'video' | 'title' | 'description' | 'thumbnail'

export function problemsOf({ video, title, description, thumbnail }: Draft): Problems<DraftField> {
  return {
    video: video ? undefined : uploadMessages.videoRequired,
    title: videoTitleRule(title),
    description: videoDescriptionRule(description),
    thumbnail: thumbnail ? undefined : uploadMessages.thumbnailRequired,
  }
}

/** What is missing. Whether the rest is valid is checked by `problemsOf`. */
export function missingOf({ video, title, thumbnail }: Draft): string[] {
  const missing = [!video && 'a video', !title.trim() && 'a title', !thumbnail && 'a thumbnail']
  return missing.filter((name) => name !== false)
}

export function isComplete(draft: Draft) {
  return missingOf(draft).length === 0
}

/** The title, or the name of the file. */
export function nameOf({ title, remembered }: Draft): string | undefined {
  return title.trim() || remembered?.file.name
}
