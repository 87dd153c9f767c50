import { stat } from 'node:fs/promises'
import { type api, type BodyOf, limits } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { refuse } from '../../http/refuse-media.ts'
import { enqueue, enqueueAll } from '../../jobs/define-job.ts'
import { badRequest } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { newToken } from '../../lib/tokens.ts'
import { type Image, readImage } from '../../media/images.ts'
import { probe } from '../../media/probe.ts'
import type { SourceInfo } from '../../media/source-info.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { storeFolders } from '../files/files.service.ts'
import { makePlayableJob } from './process.jobs.ts'
import { takeUpload } from './uploads.queries.ts'
import { publishThumbnail } from './video-files.ts'
import {
  countVideos,
  deleteSourceInfo,
  deleteVideo,
  insertSourceInfo,
  insertVideo,
  listVideoFiles,
  lockOwnVideo,
  type NewVideo,
  setVideoBytes,
  updateVideo,
  type VideoChanges,
} from './videos.queries.ts'

/** A local file that becomes a video. It stays, but nobody writes to it any more. */
export interface VideoSource {
  path: string
  /** The resumable upload that it came by, which is used up. */
  uploadId?: string | undefined
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
  const { storage, clock } = context
  const info = await refuse('videofile', () => probe(source.path))
  const image = thumbnailPath ? await refuse('thumbnail', () => readThumbnail(thumbnailPath)) : undefined
  const video = toNewVideo(ownerId, details, info, image !== undefined, source.uploadId)
  const { size } = await stat(source.path)
  const store = async () => {
    if (image)
      video.placeholder = await publishThumbnail(storage, image, `${video.folder}/${video.thumbnail_folder}`)
    // A link is free on a disk, and leaves the upload whole until its video is committed; a store gets a copy.
    await storage.putFile(video.source_key, source.path, 'application/octet-stream', { link: true })
  }
  await storeFolders(context, [video.folder, sourceFolder(video.source_key)], store, async (tx) => {
    await insertVideo(tx, video, clock.now())
    await insertSourceInfo(tx, video.id, info)
    await setVideoBytes(tx, video.id, 'source', size)
    await enqueue(tx, makePlayableJob, { videoId: video.id, run: newToken() })
    if (source.uploadId) await takeUpload(tx, source.uploadId, ownerId)
    await alsoInTransaction(tx)
  })
  return video.id
}

function toNewVideo(
  ownerId: string,
  details: Upload['details'],
  info: SourceInfo,
  hasThumbnail: boolean,
  uploadId: string | undefined,
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
    upload_id: uploadId ?? null,
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
  })
}

/** Everything that a person's videos hold in the storage goes when the person goes. */
export async function removeFilesOfOwner(tx: Db, ownerId: string): Promise<void> {
  const videos = await listVideoFiles(tx, ownerId)
  const folders = videos.flatMap((video) => [video.folder, sourceFolder(video.source_key)])
  await enqueueAll(
    tx,
    removeFolder,
    folders.map((folder) => ({ folder })),
  )
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
