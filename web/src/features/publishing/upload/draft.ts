import {
  limits,
  uploadMessages,
  type Visibility,
  videoDescriptionRule,
  videoTitleRule,
} from '@vireo/contract'
import type { Problems } from '../../../lib/forms/use-field-errors.ts'

/** Identifies a file. A browser cannot keep a file across a reload, but can keep these facts. */
type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>
/** In one language. */
export type CaptionsDraft = { file: File; language: string; name: string }
export type Thumbnail = { image: Blob; isFrame: boolean }

export type Draft = {
  title: string
  description: string
  visibility: Visibility
  /** Has to be chosen again after a reload. */
  video: File | null
  /**
   * Identifies the video across reloads, with the address of its unfinished upload, if there is one, and whether the
   * form was submitted, so that it is published once the rest is sent.
   */
  remembered: { file: FileFacts; uploadUrl: string | null; wasSubmitted?: boolean } | null
  thumbnail: Thumbnail | null
  /** This browser cannot play the video: without a thumbnail, the server takes one from it. */
  isUnplayable?: boolean
  /** Missing in drafts that were stored before captions could be added. */
  captions?: CaptionsDraft[]
}

export const emptyDraft: Draft = {
  title: '',
  description: '',
  visibility: 'public',
  video: null,
  remembered: null,
  thumbnail: null,
}

export function isEmpty({ title, description, visibility, remembered, thumbnail, captions = [] }: Draft) {
  const hasFiles = remembered || thumbnail || captions.length > 0
  return !title && !description && visibility === emptyDraft.visibility && !hasFiles
}

/** Adds captions or replaces those in the same language, keeping their name if none is given. */
export function withCaptions(
  draft: Draft,
  { file, language, name }: Omit<CaptionsDraft, 'name'> & { name: string | undefined },
): Draft {
  const { captions = [] } = draft
  const replaced = captions.find((one) => one.language === language)
  const added = { file, language, name: name ?? replaced?.name ?? '' }
  if (!replaced) return { ...draft, captions: [...captions, added] }
  return { ...draft, captions: captions.map((one) => (one === replaced ? added : one)) }
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
  const title = ownTitle(draft) || titleOf(video)
  return { ...draft, title, video, remembered: kept, thumbnail: ownThumbnail(draft), isUnplayable: false }
}

export function withoutVideo(draft: Draft): Draft {
  return {
    ...draft,
    title: ownTitle(draft),
    video: null,
    remembered: null,
    thumbnail: ownThumbnail(draft),
    isUnplayable: false,
  }
}

/**
 * Whether the form was submitted before a reload and the server has the whole file. `offset` is how many bytes it has;
 * null if the upload no longer exists, because it was published or has expired.
 */
export const isReadyToPublish = ({ video, remembered }: Draft, offset: number | null | undefined) =>
  !video && remembered?.wasSubmitted === true && (offset === null || offset === remembered.file.size)

/** Drops the unfinished upload, and keeps a video that has been chosen. */
export function withoutUpload(draft: Draft): Draft {
  return { ...draft, remembered: draft.video && { file: factsOf(draft.video), uploadUrl: null } }
}

/** The title that the name of a file suggests. */
export function titleOf({ name }: Pick<File, 'name'>): string {
  const words = name.replace(/\.\w{1,5}$/, '').replace(/[_\s]+/g, ' ')
  return words.trim().slice(0, limits.videoTitleLength).trim()
}

/** A typed title; one derived from the file name is replaced together with the file. */
function ownTitle({ title, video, remembered }: Draft) {
  const file = video ?? remembered?.file
  return file && title === titleOf(file) ? '' : title
}

/** A frame is dropped with its video; an uploaded picture stays. */
function ownThumbnail({ thumbnail }: Draft) {
  return thumbnail?.isFrame ? null : thumbnail
}

/** Where to continue uploading the chosen video, if part of it is on the server. */
export function continuedUrl({ video, remembered }: Draft): string | null {
  return video && remembered && isSameFile(video, remembered.file) ? remembered.uploadUrl : null
}

/**
 * The next step after a video was chosen. publish: the form was submitted before a reload, and only lacked this file ·
 * upload: in advance, while the form is filled in · wait: until the form is submitted
 */
export function stepAfterChoice(draft: Draft): 'publish' | 'upload' | 'wait' {
  const isContinued = continuedUrl(draft) !== null
  // The page had asked for this file to continue its upload, so no further click is needed.
  if (isContinued && draft.remembered?.wasSubmitted && isComplete(draft)) return 'publish'
  // The unfinished upload of another file is kept until this one, perhaps chosen by mistake, is submitted.
  return isContinued || !draft.remembered?.uploadUrl ? 'upload' : 'wait'
}

export type DraftField = 'video' | 'title' | 'description' | 'thumbnail'

const hasThumbnail = ({ thumbnail, isUnplayable }: Draft) => thumbnail !== null || isUnplayable === true

export function problemsOf(draft: Draft): Problems<DraftField> {
  const { video, title, description } = draft
  return {
    video: video ? undefined : uploadMessages.videoRequired,
    title: videoTitleRule(title),
    description: videoDescriptionRule(description),
    thumbnail: hasThumbnail(draft) ? undefined : uploadMessages.thumbnailRequired,
  }
}

export const isValid = (draft: Draft) => !Object.values(problemsOf(draft)).some(Boolean)

/** The missing fields. `problemsOf` checks whether the others are valid. */
export function missingOf(draft: Draft): string[] {
  const { video, title } = draft
  const missing = [!video && 'a video', !title.trim() && 'a title', !hasThumbnail(draft) && 'a thumbnail']
  return missing.filter((name) => name !== false)
}

export function isComplete(draft: Draft) {
  return missingOf(draft).length === 0
}

/** The title, or the name of the file. */
export function nameOf({ title, remembered }: Draft): string | undefined {
  return title.trim() || remembered?.file.name
}
