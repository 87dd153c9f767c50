import type { Video, VideoProgress } from '@vireo/contract'
import { secondsAfter } from '../../lib/clock.ts'
import type { Signer } from '../../lib/signer.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { listCaptions } from './captions/captions.view.ts'
import type { ProgressRow, VideoRow, VideoWithOwner } from './videos.queries.ts'

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

/** Turns rows into views, with addresses of files that the viewer may use. */
export function createVideoView(options: ViewOptions) {
  const baseOf = createBase(options)
  return function toVideo(row: VideoWithOwner): Video {
    const base = baseOf(row)
    const { streams } = row
    const best = streams?.renditions[0]
    return {
      _id: row.id,
      title: row.title,
      description: row.description,
      thumbnail: thumbnailIn(base, row.thumbnail_folder),
      placeholder: row.placeholder,
      videofile: streams && best ? `${base}/${streams.dir}/${best.file}` : null,
      videofilepublicid: row.public_id,
      views: row.views,
      duration: row.duration,
      width: row.width,
      height: row.height,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      owner: toOwner({ ...row, id: row.owner_id }),
      likes: row.likes_count,
      isLiked: row.is_liked,
      commentsCount: row.comments_count,
      visibility: row.visibility,
      status: row.status,
      progress: row.progress,
      ...(row.is_own && toEstimate(row)),
      failure: row.failure,
      isPlayable: row.is_playable,
      hls: streams ? `${base}/${streams.dir}/${streams.master}` : null,
      renditions: (streams?.renditions ?? []).map((rendition) => ({
        name: rendition.name,
        width: rendition.width,
        height: rendition.height,
        bandwidth: rendition.bandwidth,
        url: `${base}/${streams?.dir}/${rendition.file}`,
      })),
      storyboard: row.has_storyboard ? `${base}/extras/storyboard.vtt` : null,
      preview: row.has_preview ? `${base}/extras/preview.mp4` : null,
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

/** Nothing for a finished video, and until something is known. */
function toEstimate({ status, queue_place: place, seconds_left: secondsLeft }: ProgressRow) {
  const isUnfinished = status === 'uploaded' || status === 'processing'
  return isUnfinished && (place !== null || secondsLeft !== null) ? { estimate: { place, secondsLeft } } : {}
}
