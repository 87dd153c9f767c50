import {
  createExcerpts,
  type QueuedVideo,
  type Video,
  type VideoProgress,
  type VideoSummary,
} from '@vireo/contract'
import { secondsAfter } from '../../../lib/clock.ts'
import type { Signer } from '../../../lib/security/signer.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import { listCaptions } from './captions/captions.view.ts'
import type { ShownVideoRow, VideoSummaryRow } from './lists/shown-videos.queries.ts'
import type { ProgressRow, Streams, VideoRow } from './videos.queries.ts'

/** Addresses of private files are valid for this long; rounded, so that a repeated request gets the same ones. */
const privateSeconds = 6 * 3600

interface ViewOptions {
  signer: Signer
  now: Date
}

type Folder = Pick<VideoRow, 'visibility' | 'folder'>

/** Creates a function that returns the address of a video's folder, for viewers who may see the video. */
function createBase({ signer, now }: ViewOptions) {
  const expiresAt = new Date(Math.ceil(secondsAfter(now, privateSeconds).getTime() / 3_600_000) * 3_600_000)
  return ({ visibility, folder }: Folder): string => {
    if (visibility !== 'private') return `/media/${folder}`
    // The token is a part of the path, so that relative names in a playlist inherit it.
    return `/media/signed/${signer.sign(folder, expiresAt)}/${folder}`
  }
}

const thumbnailIn = (base: string, folder: string | null) => (folder ? `${base}/${folder}/640.webp` : null)

/** For lists that show less of a video than a card does. */
export function createThumbnailView(options: ViewOptions) {
  const baseOf = createBase(options)
  return (row: Folder & Pick<VideoRow, 'thumbnail_folder'>) => thumbnailIn(baseOf(row), row.thumbnail_folder)
}

/** Turns rows into rows of a person's own queue. */
export function createQueuedView(options: ViewOptions) {
  const thumbnailOf = createThumbnailView(options)
  return (row: VideoSummaryRow): QueuedVideo => ({
    _id: row.id,
    title: row.title,
    thumbnail: thumbnailOf(row),
    duration: row.duration,
    isPlayable: row.is_playable,
    owner: { fullname: row.fullname },
  })
}

/** How much of a description lists have. Only the results of a search show it. */
const descriptionLength = { list: 60, search: 200 }
/** How many letters are searched for the words of a page: later descriptions show their beginnings. */
const searchedLetters = 5000
/** Sharp enough for the largest card. */
const enoughLines = 360

/** Turns rows into cards, with the part of the description that the words of a search are in. */
export function createSummaryView(options: ViewOptions, words = '') {
  const baseOf = createBase(options)
  const excerpt = createDescriptionView(words)
  return (row: VideoSummaryRow): VideoSummary => ({
    ...toCommon(row, baseOf(row)),
    ...(row.status !== 'ready' && { progress: row.progress, failure: row.failure }),
    ...(row.watched_seconds && { watchedSeconds: row.watched_seconds }),
    description: excerpt(row.description),
    videofile: addressOf(baseOf(row), row.streams, smallRendition(row.streams)),
  })
}

function createDescriptionView(words: string) {
  const [atStart, aroundWords] = [createExcerpts(''), createExcerpts(words)]
  let left = searchedLetters
  return (description: string): string => {
    if (!words) return atStart(description, descriptionLength.list)
    left -= description.length
    return (left >= 0 ? aroundWords : atStart)(description, descriptionLength.search)
  }
}

/** The smallest rendition that still looks good on a card. Renditions are sorted best first. */
function smallRendition(streams: Streams | null) {
  const { renditions = [] } = streams ?? {}
  return (
    renditions.findLast(({ width, height }) => Math.min(width, height) >= enoughLines) ?? renditions.at(-1)
  )
}

const addressOf = (base: string, streams: Streams | null, rendition: { file: string } | undefined) =>
  streams && rendition ? `${base}/${streams.dir}/${rendition.file}` : null

const toCommon = (row: Omit<VideoSummaryRow, 'watched_seconds'>, base: string) => ({
  _id: row.id,
  title: row.title,
  thumbnail: thumbnailIn(base, row.thumbnail_folder),
  placeholder: row.placeholder,
  videofilepublicid: row.public_id,
  views: row.views,
  duration: row.duration,
  width: row.width,
  height: row.height,
  createdAt: row.created_at.toISOString(),
  owner: toOwner({ ...row, id: row.owner_id }),
  visibility: row.visibility,
  status: row.status,
  ...(row.is_own && toEstimate(row)),
  isPlayable: row.is_playable,
  hasPreview: row.has_preview,
})

/** Turns rows into whole videos, with addresses of files that the viewer may use. */
export function createVideoView(options: ViewOptions) {
  const baseOf = createBase(options)
  return function toVideo(row: ShownVideoRow): Video {
    const base = baseOf(row)
    const { streams } = row
    return {
      ...toCommon(row, base),
      progress: row.progress,
      failure: row.failure,
      description: row.description,
      videofile: addressOf(base, streams, streams?.renditions[0]),
      updatedAt: row.updated_at.toISOString(),
      likes: row.likes_count,
      isLiked: row.is_liked,
      commentsCount: row.comments_mode === 'off' ? 0 : row.comments_count,
      commentsMode: row.comments_mode,
      hls: streams ? `${base}/${streams.dir}/${streams.master}` : null,
      renditions: (streams?.renditions ?? []).map((rendition) => ({
        name: rendition.name,
        width: rendition.width,
        height: rendition.height,
        bandwidth: rendition.bandwidth,
        url: `${base}/${streams?.dir}/${rendition.file}`,
      })),
      storyboard: row.has_storyboard ? `${base}/extras/storyboard.vtt` : null,
      captions: listCaptions(row).map(({ _id, language, label, path }) => ({
        _id,
        language,
        label,
        url: `${base}/${path}`,
      })),
    }
  }
}

export const toVideoProgress = (row: ProgressRow): VideoProgress => ({
  _id: row.id,
  status: row.status,
  progress: row.progress,
  ...toEstimate(row),
  isPlayable: row.is_playable,
  failure: row.failure,
})

/** Empty for a finished video, and while the estimate is unknown. */
function toEstimate({ status, queue_place: place, seconds_left: secondsLeft }: ProgressRow) {
  const isUnfinished = status === 'uploaded' || status === 'processing'
  return isUnfinished && (place !== null || secondsLeft !== null) ? { estimate: { place, secondsLeft } } : {}
}
