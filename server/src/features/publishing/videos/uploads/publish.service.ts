import { stat } from 'node:fs/promises'
import { type api, type BodyOf, limits } from '@vireo/contract'
import pLimit from 'p-limit'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { asBadRequest } from '../../../../http/api/as-bad-request.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { newId } from '../../../../lib/ids.ts'
import { newName, newToken } from '../../../../lib/security/tokens.ts'
import { probe } from '../../../../media/probe/probe.ts'
import type { SourceInfo } from '../../../../media/probe/source-info.ts'
import { openFolders, storeFiles } from '../../../core/files/files.service.ts'
import { lockUserAgainstDeletion } from '../../../people/accounts/accounts.queries.ts'
import { findDefaultMode } from '../../../people/comment-rules/comment-rules.queries.ts'
import { sourceFolder } from '../files/stored-files.ts'
import { readThumbnail } from '../files/thumbnails.ts'
import { setVideoBytes } from '../files/video-files.queries.ts'
import { makePlayableJob } from '../processing/processing.jobs.ts'
import { nextJobPriority } from '../processing/processing.queries.ts'
import { insertSourceInfo, insertVideo, type NewVideo } from '../videos.queries.ts'
import { deleteDraftOfUpload } from './drafts/upload-drafts.queries.ts'
import type { UploadStore } from './stores/upload-store.ts'
import { lockUpload } from './upload-locks.ts'
import { deleteUpload, findVideoOfUpload, isUploadOf } from './uploads.queries.ts'
import { assertFinished, removeUpload, uploadNotFound, uploadStoreOf } from './uploads.service.ts'

interface Publication {
  ownerId: string
  details: Pick<BodyOf<typeof api.videos.upload>, 'title' | 'description' | 'visibility'>
  thumbnailPath: string | undefined
  /** Throws, in the transaction that adds the video, if it must not be published like this any more. */
  assertCurrent?: (tx: Tx) => Promise<void>
}

/** A local file that becomes a video. It must not be changed any more. */
interface VideoSource {
  path: string
  /** The parts of it that are stored already, which the storage joins itself. */
  partKeys?: string[] | undefined
  /** The resumable upload that it came from, whose row is deleted. */
  uploadId?: string
}

/**
 * Publishes a finished resumable upload. An invalid file is removed at once; after any other failure the upload can be
 * published again. For a published upload it returns the id of the video, because the response to an earlier call may
 * have been lost.
 */
export async function publishUpload(context: Context, id: string, publication: Publication): Promise<string> {
  const { sql, clock, log } = context
  const { ownerId } = publication
  const isOwnUpload = await isUploadOf(sql, id, ownerId, clock.now())
  // Simultaneous calls take turns. The unique `upload_id` guarantees a single video.
  await using lock = isOwnUpload ? await lockUpload(context, `publish ${id}`) : undefined
  const store = uploadStoreOf(context)
  try {
    if (!isOwnUpload) throw uploadNotFound()
    if (!lock)
      throw new AppError(409, 'upload.being-published', 'This upload is being made into a video already')
    const videoId = await publishFinished(context, store, id, publication)
    await store
      .remove(id)
      .catch((error: unknown) => log.warn({ err: error }, 'could not remove a published upload'))
    return videoId
  } catch (error) {
    // Checked last, because another call may have published it.
    const published = await findVideoOfUpload(sql, id, ownerId)
    if (published) return published
    // Cancelled meanwhile, so its files are missing, which any step may notice first.
    if (isOwnUpload && !(await isUploadOf(sql, id, ownerId, clock.now()))) {
      log.warn({ err: error, uploadId: id }, 'an upload was removed while it was being published')
      throw uploadNotFound()
    }
    const isInvalidFile = error instanceof AppError && error.errors.some(({ field }) => field === 'videofile')
    if (isInvalidFile) await removeUpload(context, id, ownerId)
    throw error
  }
}

async function publishFinished(
  context: Context,
  store: UploadStore,
  uploadId: string,
  publication: Publication,
): Promise<string> {
  await assertFinished(store, uploadId)
  await using upload = await store.openFinished(uploadId)
  const source = { path: upload.path, partKeys: upload.partKeys, uploadId }
  return await publishVideo(context, { ...publication, source })
}

/** A crafted file can make ffprobe take a gigabyte of memory. */
const limitProbes = pLimit(2)

/** Publishes a file: checks its content, stores it, and writes its row and its first job in one transaction. */
export async function publishVideo(
  context: Context,
  { ownerId, details, source, thumbnailPath, assertCurrent }: Publication & { source: VideoSource },
  alsoInTransaction: (tx: Tx, videoId: string) => Promise<void> = async () => {},
): Promise<string> {
  const info = await asBadRequest('videofile', () =>
    limitProbes(() => probe(source.path, { maxSeconds: limits.videoSeconds })),
  )
  const thumbnail = await readThumbnail(context, ownerId, thumbnailPath)
  const video = { ...toNewVideo(ownerId, details, info, source.uploadId), ...thumbnail?.columns }
  const { size } = await stat(source.path)

  await using folders = await openFolders(context, [video.folder, sourceFolder(video.source_key)])
  if (thumbnail) await storeFiles(context, `${video.folder}/${video.thumbnail_folder}`, thumbnail.files)
  await storeSource(context, video.source_key, source)

  await folders.commit(async (tx) => {
    await lockUserAgainstDeletion(tx, ownerId)
    await assertCurrent?.(tx)
    const comments_mode = await findDefaultMode(tx, ownerId)
    await insertVideo(tx, { ...video, comments_mode }, context.clock.now())
    await insertSourceInfo(tx, video.id, info)
    await setVideoBytes(tx, video.id, 'source', size)
    const priority = await nextJobPriority(tx, 'playable', ownerId)
    await enqueue(tx, makePlayableJob, { videoId: video.id, run: newName() }, { priority })
    // Before its upload, whose end the draft would outlive.
    if (source.uploadId) await deleteDraftOfUpload(tx, source.uploadId)
    if (source.uploadId && !(await deleteUpload(tx, source.uploadId, ownerId))) throw uploadNotFound()
    await alsoInTransaction(tx, video.id)
  })
  return video.id
}

const sourceType = 'application/octet-stream'

async function storeSource(
  { storage }: Context,
  key: string,
  { path, partKeys }: VideoSource,
): Promise<void> {
  if (partKeys) await storage.join(partKeys, key, sourceType)
  // On a disk this is a hard link, so that the upload stays complete until the video is committed; S3 gets a copy.
  else await storage.putFile(key, path, sourceType, { link: true, isTemporary: true })
}

function toNewVideo(
  ownerId: string,
  details: Publication['details'],
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
