import { uploadMessages, type Visibility, videoDescriptionRule, videoTitleRule } from '@vireo/contract'
import type { Problems } from '../../lib/use-field-errors.ts'

/** What tells one file from another. A browser keeps no file over a reload, but this can be kept. */
export type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>
export type Thumbnail = { image: Blob; isFrame: boolean }

export type Draft = {
  title: string
  description: string
  visibility: Visibility
  /** In hand: after a reload it has to be chosen again. */
  video: File | null
  /** The video that this draft is about, in hand or not, and where its unfinished upload is, if one began. */
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
  // The other file's upload stays until this one's begins: who chose the wrong one has lost nothing.
  const kept = remembered?.uploadUrl ? remembered : { file: factsOf(video), uploadUrl: null }
  return { ...draft, video, remembered: kept, thumbnail: ownThumbnail(draft) }
}

export function withoutVideo(draft: Draft): Draft {
  return { ...draft, video: null, remembered: null, thumbnail: ownThumbnail(draft) }
}

/** Without the unfinished upload; a video that is in hand stays. */
export function withoutUpload(draft: Draft): Draft {
  return { ...draft, remembered: draft.video && { file: factsOf(draft.video), uploadUrl: null } }
}

/** A frame goes with its video; a picture that was brought along stays. */
function ownThumbnail({ thumbnail }: Draft) {
  return thumbnail?.isFrame ? null : thumbnail
}

/** Where to go on with the video that is in hand, if a part of it is on the server. */
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

/** What must be there and is not; whether the rest is right is another question. */
export function missingOf({ video, title, thumbnail }: Draft): string[] {
  const missing = [!video && 'a video', !title.trim() && 'a title', !thumbnail && 'a thumbnail']
  return missing.filter((name) => name !== false)
}

export function isComplete(draft: Draft) {
  return missingOf(draft).length === 0
}

/** What the person knows it by, if it has a name yet. */
export function nameOf({ title, remembered }: Draft): string | undefined {
  return title.trim() || remembered?.file.name
}
