import type { api, BodyOf, Video, VideoSummary } from '@vireo/contract'
import type { AppContext, Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { newName } from '../../../lib/security/tokens.ts'
import { removeFolders } from '../../core/files/files.service.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { removeSubfolderJob, requestMove } from './files/moves/move-files.jobs.ts'
import { publishToOwnVideo } from './files/publish-files.ts'
import { sourceFolder } from './files/stored-files.ts'
import { readThumbnail } from './files/thumbnails.ts'
import { loadSummaries, loadVideosForEveryone } from './lists/shown-videos.queries.ts'
import { deleteParts } from './processing/ladder/ladder-parts.queries.ts'
import { makePlayableJob } from './processing/processing.jobs.ts'
import { deleteFailedJobs, hasLiveJob, nextJobPriority } from './processing/processing.queries.ts'
import { announceOnce, sendProgress } from './processing/progress.service.ts'
import { deleteForNow } from './removal/undo-deletion.service.ts'
import {
  countVideos,
  deleteSourceInfo,
  deleteVideo,
  lockOwnVideo,
  lockVideo,
  updateVideo,
  type VideoChanges,
  type VideoRow,
} from './videos.queries.ts'
import { createSummaryView, createVideoView } from './videos.view.ts'

export async function changeVideo(
  context: Context,
  id: string,
  ownerId: string,
  body: BodyOf<typeof api.videos.update>,
  thumbnailPath: string | undefined,
): Promise<void> {
  const { sql, clock } = context
  // Checked before a picture is encoded, so that only the owner can cause that work.
  await lockOwnVideo(sql, id, ownerId)
  const thumbnail = await readThumbnail(context, ownerId, thumbnailPath)
  const changes: VideoChanges = {
    ...(body.title !== undefined && { title: body.title.trim() }),
    ...(body.description !== undefined && { description: body.description.trim() }),
    ...(body.visibility !== undefined && { visibility: body.visibility }),
    ...(body.commentsMode !== undefined && { comments_mode: body.commentsMode }),
    ...thumbnail?.columns,
  }
  const commit = async (tx: Tx, video: VideoRow) => {
    const old = thumbnail && video.thumbnail_folder
    if (old) await enqueue(tx, removeSubfolderJob, { videoId: id, name: old })
    await updateVideo(tx, id, changes, clock.now())
    if (body.visibility !== undefined) await countVideos(tx, ownerId)
    if (body.visibility === 'private' && video.visibility !== 'private') await requestMove(tx, video)
    if (body.visibility === 'public') await announceOnce(tx, id, clock.now())
  }
  if (thumbnail) {
    const dir = thumbnail.columns.thumbnail_folder
    await publishToOwnVideo(context, { videoId: id, ownerId, dir }, thumbnail.files, commit)
  } else await sql.begin(async (tx) => commit(tx, await lockOwnVideo(tx, id, ownerId)))
}

export async function deleteOwnVideo(
  { sql, clock }: Context,
  id: string,
  ownerId: string,
  canUndo: boolean,
): Promise<void> {
  await sql.begin(async (tx) => {
    const video = await lockOwnVideo(tx, id, ownerId)
    if (canUndo) await deleteForNow(tx, id, clock.now())
    else await deleteForGood(tx, video)
    await countVideos(tx, ownerId)
  })
}

async function deleteForGood(tx: Tx, video: VideoRow): Promise<void> {
  await deleteVideo(tx, video.id)
  await removeFolders(tx, [video.folder, sourceFolder(video.source_key)])
  await requestPurge(tx)
}

export async function retryVideo({ sql, clock }: Context, id: string, ownerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const video = await lockOwnVideo(tx, id, ownerId)
    if (video.status !== 'failed')
      throw badRequest('Only a failed video can be tried again', undefined, 'video.not-failed')
    await processAgain(tx, video, clock.now())
  })
}

/** For an administrator. Also for a video without a job, which is set to failed only after some seconds. */
export async function retryUnfinishedVideo(tx: Tx, id: string, now: Date): Promise<void> {
  const video = await lockVideo(tx, id)
  if (!video) throw notFound('video.not-found', 'The video of this job was deleted')
  if (video.status === 'ready')
    throw conflict('video.not-failed', 'The video of this job has been processed since')
  if (video.status !== 'failed' && (await hasLiveJob(tx, id)))
    throw conflict('video.processing', 'The video of this job is being processed')
  await processAgain(tx, video, now)
  await sendProgress(tx, id)
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
  // The stored result of probing may be the reason for the failure, so the file is probed again.
  await deleteSourceInfo(tx, id)
  await deleteParts(tx, id)
  await deleteFailedJobs(tx, id)
  const priority = await nextJobPriority(tx, 'playable', ownerId)
  await enqueue(tx, makePlayableJob, { videoId: id, run: newName() }, { priority })
}

/** A video that anyone with its address may watch, including unlisted ones. Independent of the viewer. */
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

/** The cards of a list of video ids, in that order, without videos that the viewer may not see. */
export async function listSummariesById(
  { sql, signer, clock }: AppContext,
  ids: string[],
  viewerId: string | undefined,
  words?: string,
): Promise<VideoSummary[]> {
  const rows = await loadSummaries(sql, ids, viewerId, words !== undefined)
  return rows.map(createSummaryView({ signer, now: clock.now() }, words))
}
