import { stat } from 'node:fs/promises'
import { type api, type BodyOf, limits, type Video, type VideoSummary } from '@vireo/contract'
import pLimit from 'p-limit'
import type { AppContext, Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { asBadRequest } from '../../../http/api/as-bad-request.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts'
import { isId, newId } from '../../../lib/ids.ts'
import { newName, newToken } from '../../../lib/security/tokens.ts'
import { probe } from '../../../media/probe/probe.ts'
import type { SourceInfo } from '../../../media/probe/source-info.ts'
import { removeFolder } from '../../core/files/files.jobs.ts'
import { storeFoldersAndCommit } from '../../core/files/files.service.ts'
import { limitPictures } from '../../core/files/picture-limit.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { lockUserAgainstDeletion } from '../../people/accounts/accounts.queries.ts'
import { removeSubfolder, requestMove } from './files/move-files.jobs.ts'
import { setVideoBytes } from './files/video-files.queries.ts'
import { encodeThumbnail, sourceFolder, storeInVideo } from './files/video-files.ts'
import { loadSummaries, loadVideosForEveryone } from './lists/shown-videos.queries.ts'
import { deleteParts } from './processing/ladder/ladder-parts.queries.ts'
import { makePlayableJob } from './processing/processing.jobs.ts'
import { deleteFailedJobs, hasLiveJob, nextJobPriority } from './processing/processing.queries.ts'
import { announceOnce, tellProgress } from './processing/progress.service.ts'
import type { FinishedUpload } from './uploads/upload-store.ts'
import { deleteUpload } from './uploads/uploads.queries.ts'
import {
  countVideos,
  deleteSourceInfo,
  deleteVideo,
  insertSourceInfo,
  insertVideo,
  lockOwnVideo,
  lockVideo,
  type NewVideo,
  updateVideo,
  type VideoChanges,
  type VideoRow,
} from './videos.queries.ts'
import { createSummaryView, createVideoView } from './videos.view.ts'

/** A crafted file can make ffprobe take a gigabyte of memory. */
const limitProbes = pLimit(2)

/** A local file that becomes a video. It must not be changed any more. */
interface VideoSource extends FinishedUpload {
  /** The resumable upload that it came from, whose row is deleted. */
  uploadId?: string | undefined
}

interface Upload {
  ownerId: string
  details: Pick<BodyOf<typeof api.videos.upload>, 'title' | 'description' | 'visibility'>
  source: VideoSource
  thumbnailPath: string | undefined
}

/** Publishes a file: checks its content, stores it, and writes its row and its first job in one transaction. */
export async function publishVideo(
  context: Context,
  { ownerId, details, source, thumbnailPath }: Upload,
  alsoInTransaction: (tx: Tx, videoId: string) => Promise<void> = async () => {},
): Promise<string> {
  const { storage, clock } = context
  const info = await asBadRequest('videofile', () =>
    limitProbes(() => probe(source.path, { maxSeconds: limits.videoSeconds })),
  )
  const thumbnail = await readThumbnail(context, ownerId, thumbnailPath)
  const video = { ...toNewVideo(ownerId, details, info, source.uploadId), ...thumbnail?.columns }
  const { size } = await stat(source.path)
  const store = async () => {
    for (const { name, bytes, contentType } of thumbnail?.files ?? [])
      await storage.putBytes(`${video.folder}/${video.thumbnail_folder}/${name}`, bytes, contentType)
    if (source.store) return source.store(video.source_key)
    // On a disk this is a hard link, so that the upload stays complete until the video is committed; S3 gets a copy.
    await storage.putFile(video.source_key, source.path, 'application/octet-stream', { link: true })
  }
  await storeFoldersAndCommit(context, [video.folder, sourceFolder(video.source_key)], store, async (tx) => {
    await lockUserAgainstDeletion(tx, ownerId)
    await insertVideo(tx, video, clock.now())
    await insertSourceInfo(tx, video.id, info)
    await setVideoBytes(tx, video.id, 'source', size)
    const priority = await nextJobPriority(tx, 'playable', ownerId)
    await enqueue(tx, makePlayableJob, { videoId: video.id, run: newName() }, { priority })
    if (source.uploadId) await deleteUpload(tx, source.uploadId, ownerId)
    await alsoInTransaction(tx, video.id)
  })
  return video.id
}

function toNewVideo(
  ownerId: string,
  details: Upload['details'],
  info: SourceInfo,
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
    thumbnail_folder: null,
    has_own_thumbnail: false,
    placeholder: null,
    duration: info.duration,
    width: info.video.width,
    height: info.video.height,
  }
}

/** The files of an uploaded thumbnail and the columns that name them; undefined if there was none. */
async function readThumbnail(context: Context, ownerId: string, path: string | undefined) {
  if (!path) return undefined
  await limitPictures(context, 'thumbnail', ownerId)
  const { files, placeholder } = await asBadRequest('thumbnail', () =>
    encodeThumbnail(path, limits.thumbnailBytes),
  )
  const folder = `thumbnail-${newName()}`
  return { files, columns: { thumbnail_folder: folder, has_own_thumbnail: true, placeholder } }
}

export async function changeVideo(
  context: Context,
  id: string,
  ownerId: string,
  body: BodyOf<typeof api.videos.update>,
  thumbnailPath: string | undefined,
): Promise<void> {
  const { sql, clock } = context
  // Checked before a picture is encoded, so that others cannot cause that work.
  await lockOwnVideo(sql, id, ownerId)
  const thumbnail = await readThumbnail(context, ownerId, thumbnailPath)
  const changes: VideoChanges = {
    ...(body.title !== undefined && { title: body.title.trim() }),
    ...(body.description !== undefined && { description: body.description.trim() }),
    ...(body.visibility !== undefined && { visibility: body.visibility }),
    ...thumbnail?.columns,
  }
  const commit = async (tx: Tx, video: VideoRow) => {
    const old = thumbnail && video.thumbnail_folder
    if (old) await enqueue(tx, removeSubfolder, { videoId: id, name: old })
    await updateVideo(tx, id, changes, clock.now())
    if (body.visibility !== undefined) await countVideos(tx, ownerId)
    if (body.visibility === 'private' && video.visibility !== 'private') await requestMove(tx, video)
    if (body.visibility === 'public') await announceOnce(tx, id, clock.now())
  }
  if (thumbnail) {
    const folder = thumbnail.columns.thumbnail_folder
    await storeInVideo(context, { videoId: id, ownerId, folder }, thumbnail.files, commit)
  } else await sql.begin(async (tx) => commit(tx, await lockOwnVideo(tx, id, ownerId)))
}

export async function deleteOwnVideo({ sql }: Context, id: string, ownerId: string): Promise<void> {
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
    if (video.status !== 'failed')
      throw badRequest('Only a failed video can be tried again', undefined, 'video.not-failed')
    await processAgain(tx, video, clock.now())
  })
}

/**
 * For an administrator. Also for a video that no job works on any more, which is only set to failed after some seconds.
 */
export async function retryUnfinishedVideo(tx: Tx, id: string, now: Date): Promise<void> {
  const video = await lockVideo(tx, id)
  if (!video) throw notFound('video.not-found', 'The video of this job was deleted')
  if (video.status === 'ready')
    throw conflict('video.not-failed', 'The video of this job has been processed since')
  if (video.status !== 'failed' && (await hasLiveJob(tx, id)))
    throw conflict('video.processing', 'The video of this job is being processed')
  await processAgain(tx, video, now)
  await tellProgress(tx, id)
}

async function processAgain(tx: Tx, { id, owner_id: ownerId }: VideoRow, now: Date): Promise<void> {
  const changes = {
    status: 'uploaded',
    progress: 0,
    failure: null,
    queue_place: null,
    seconds_left: null,
  } as const
  await updateVideo(tx, id, changes, now)
  // The stored result of probing may be the reason of the failure, so the file is probed again.
  await deleteSourceInfo(tx, id)
  await deleteParts(tx, id)
  await deleteFailedJobs(tx, id)
  const priority = await nextJobPriority(tx, 'playable', ownerId)
  await enqueue(tx, makePlayableJob, { videoId: id, run: newName() }, { priority })
}

/** A video that anyone may watch who has its address, so an unlisted one too, whoever asks. */
export async function findVideoForEveryone(context: AppContext, id: string): Promise<Video | undefined> {
  const [video] = isId(id) ? await listVideosForEveryone(context, [id]) : []
  return video
}

export async function listVideosForEveryone(
  { sql, signer, clock }: AppContext,
  ids: string[],
): Promise<Video[]> {
  const rows = await loadVideosForEveryone(sql, ids)
  return rows.map(createVideoView({ signer, now: clock.now() }))
}

/** For lists that hold ids of videos: their cards, in that order, without those that the viewer may not see. */
export async function listSummariesById(
  { sql, signer, clock }: AppContext,
  ids: string[],
  viewerId: string | undefined,
  words?: string,
): Promise<VideoSummary[]> {
  const rows = await loadSummaries(sql, ids, viewerId)
  return rows.map(createSummaryView({ signer, now: clock.now() }, words))
}
