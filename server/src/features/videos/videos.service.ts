import { rename, statfs } from 'node:fs/promises'
import { type api, type BodyOf, limits } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { refuse } from '../../http/refuse-media.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { AppError, badRequest } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { newToken } from '../../lib/tokens.ts'
import { type Image, readImage } from '../../media/images.ts'
import { probe } from '../../media/probe.ts'
import type { SourceInfo } from '../../media/source-info.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { requestPurge } from '../purge/purge.jobs.ts'
import { makePlayableJob } from './process.jobs.ts'
import { publishThumbnail } from './video-files.ts'
import {
  countVideos,
  deleteSourceInfo,
  deleteVideo,
  insertSourceInfo,
  insertVideo,
  lockOwnVideo,
  type NewVideo,
  updateVideo,
  type VideoChanges,
} from './videos.queries.ts'

/** A local file that becomes a video; it is moved away. */
export interface VideoSource {
  path: string
}

interface Upload {
  ownerId: string
  details: Pick<BodyOf<typeof api.video.upload>, 'title' | 'description' | 'visibility'>
  source: VideoSource
  thumbnailPath: string | undefined
}

/** Takes a file in: judged by its content, stored, and its row and its work made in one transaction. */
export async function publishVideo(
  context: Context,
  { ownerId, details, source, thumbnailPath }: Upload,
  alsoInTransaction: (tx: Db) => Promise<void> = async () => {},
): Promise<string> {
  const { sql, storage, clock } = context
  const info = await refuse('videofile', () => probe(source.path))
  const image = thumbnailPath ? await refuse('thumbnail', () => readThumbnail(thumbnailPath)) : undefined
  const video = toNewVideo(ownerId, details, info, image !== undefined)
  try {
    if (image)
      video.placeholder = await publishThumbnail(storage, image, `${video.folder}/${video.thumbnail_folder}`)
    // Moving is free on a disk, and can be undone there; a store gets a copy.
    const move = storage.kind === 'disk'
    await storage.putFile(video.source_key, source.path, 'application/octet-stream', { move })
    await sql.begin(async (tx) => {
      await insertVideo(tx, video, clock.now())
      await insertSourceInfo(tx, video.id, info)
      await enqueue(tx, makePlayableJob, { videoId: video.id, run: newToken() })
      await alsoInTransaction(tx)
    })
  } catch (error) {
    const moved = storage.localPath(video.source_key)
    if (moved) await rename(moved, source.path).catch(() => {})
    await storage.removeFolder(video.folder)
    await storage.removeFolder(sourceFolder(video.source_key))
    throw error
  }
  return video.id
}

function toNewVideo(
  ownerId: string,
  details: Upload['details'],
  info: SourceInfo,
  hasThumbnail: boolean,
): NewVideo {
  return {
    id: newId(),
    owner_id: ownerId,
    title: details.title.trim(),
    description: details.description?.trim() ?? '',
    visibility: details.visibility ?? 'public',
    folder: `videos/${newToken()}`,
    source_key: `sources/${newToken()}/source`,
    public_id: newToken(),
    thumbnail_folder: hasThumbnail ? `thumbnail-${newToken()}` : null,
    has_own_thumbnail: hasThumbnail,
    placeholder: null,
    duration: info.duration,
    width: info.video.width,
    height: info.video.height,
  }
}

const sourceFolder = (key: string) => key.slice(0, key.lastIndexOf('/'))
const readThumbnail = (path: string): Promise<Image> => readImage(path, { maxBytes: limits.thumbnailBytes })

/** Refuses bytes that cannot be kept before they are sent. */
export async function assertRoomFor({ storage, config }: Context, bytes: number): Promise<void> {
  if (bytes > limits.videoBytes) throw new AppError(413, 'The video is too large: at most 2 GB')
  // Whatever the store, the bytes arrive on the local disk first.
  const local = await statfs(config.dataDir)
  const free = Math.min(local.bavail * local.bsize, (await storage.freeBytes()) ?? Number.POSITIVE_INFINITY)
  if (free - bytes < limits.reservedDiskBytes)
    throw new AppError(507, 'There is not enough room on the server for this video')
}

export async function changeVideo(
  context: Context,
  id: string,
  ownerId: string,
  body: BodyOf<typeof api.video.update>,
  thumbnailPath: string | undefined,
): Promise<void> {
  const { sql, storage, clock } = context
  const image = thumbnailPath ? await refuse('thumbnail', () => readThumbnail(thumbnailPath)) : undefined
  await sql.begin(async (tx) => {
    const video = await lockOwnVideo(tx, id, ownerId)
    const changes: VideoChanges = {
      ...(body.title !== undefined && { title: body.title.trim() }),
      ...(body.description !== undefined && { description: body.description.trim() }),
      ...(body.visibility !== undefined && { visibility: body.visibility }),
    }
    if (image) {
      const folder = `thumbnail-${newToken()}`
      const placeholder = await publishThumbnail(storage, image, `${video.folder}/${folder}`)
      Object.assign(changes, { thumbnail_folder: folder, has_own_thumbnail: true, placeholder })
      const old = video.thumbnail_folder
      if (old) await enqueue(tx, removeFolder, { folder: `${video.folder}/${old}` })
    }
    await updateVideo(tx, id, changes, clock.now())
    if (body.visibility !== undefined) await countVideos(tx, ownerId)
  })
}

export async function removeVideo({ sql }: Context, id: string, ownerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const video = await lockOwnVideo(tx, id, ownerId)
    await deleteVideo(tx, id)
    await enqueue(tx, removeFolder, { folder: video.folder })
    await enqueue(tx, removeFolder, { folder: sourceFolder(video.source_key) })
    await countVideos(tx, ownerId)
    await requestPurge(tx)
  })
}

export async function retryVideo({ sql, clock }: Context, id: string, ownerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const video = await lockOwnVideo(tx, id, ownerId)
    if (video.status !== 'failed') throw badRequest('Only a failed video can be tried again')
    await updateVideo(tx, id, { status: 'uploaded', progress: 0, failure: null }, clock.now())
    // What was found out about the file may be why it failed: it is looked at anew.
    await deleteSourceInfo(tx, id)
    await enqueue(tx, makePlayableJob, { videoId: id, run: newToken() })
  })
}
