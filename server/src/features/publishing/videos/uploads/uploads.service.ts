import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { AppError, badRequest, notFound } from '../../../../lib/app-error.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { runEvery } from '../../../../lib/run-every.ts'
import { claimDiskSpace, uploadsFolder } from '../../../core/disk-space/disk-space.service.ts'
import { BucketUploads } from './bucket-uploads.ts'
import { DiskUploads } from './disk-uploads.ts'
import { lockUpload } from './upload-locks.ts'
import type { FinishedUpload, UploadStore } from './upload-store.ts'
import {
  countUploads,
  deleteExpiredUploads,
  deleteUpload,
  findVideoOfUpload,
  insertUpload,
  isUploadOf,
  listUploadIds,
} from './uploads.queries.ts'

const diskUploads = new Map<string, DiskUploads>()

/** Where the bytes of unfinished uploads wait. */
export function uploadStoreOf(context: Context): UploadStore {
  if (context.storage.kind === 's3') return new BucketUploads(context)
  // One for each folder, made at the start: FileStore creates its folder, and the process ends if that fails.
  const directory = uploadsFolder(context)
  const store = diskUploads.get(directory) ?? new DiskUploads({ directory })
  diskUploads.set(directory, store)
  return store
}

export function assertUploadSize(size: number): void {
  if (!Number.isSafeInteger(size) || size <= 0) throw badRequest('Upload-Length must be the size of the file')
  if (size > limits.videoBytes)
    throw new AppError(413, 'request.too-large', 'The video is too large: at most 2 GB')
}

/** Opens a resumable upload, or refuses it: too many, over the quota, no space. */
export async function openUpload(
  context: Context,
  { id, userId, size }: { id: string; userId: string; size: number },
): Promise<void> {
  const now = context.clock.now()
  const expiresAt = secondsAfter(now, limits.uploadLifetimeSeconds)
  // A copy of the finished file is needed on a local disk in any case, but only the disk of its bytes is known by now.
  await claimDiskSpace(context, { id, bytes: size, userId }, async (tx, localDisk) => {
    const disk = context.storage.kind === 's3' ? '' : localDisk
    if ((await countUploads(tx, userId, now)) >= limits.uploadsInFlight)
      throw new AppError(
        429,
        'upload.too-many',
        `At most ${limits.uploadsInFlight} uploads at a time. Finish or cancel one first.`,
      )
    await insertUpload(tx, { id, userId, size, disk, expiresAt })
  })
}

/**
 * Calls `publish` with the file of a finished upload. An invalid file is removed at once; after any other failure the
 * upload can be published again. For a published upload it answers the id of the video, because the response to an
 * earlier call may have been lost.
 */
export async function publishUpload(
  context: Context,
  id: string,
  userId: string,
  publish: (upload: FinishedUpload) => Promise<string>,
): Promise<string> {
  const { sql, clock, log } = context
  const isTheirs = await isUploadOf(sql, id, userId, clock.now())
  // Two calls take turns. The unique `upload_id` guarantees that there is one video.
  await using lock = isTheirs ? await lockUpload(context, `publish ${id}`) : undefined
  const store = uploadStoreOf(context)
  try {
    if (!isTheirs) throw uploadNotFound()
    if (!lock)
      throw new AppError(409, 'upload.being-published', 'This upload is being made into a video already')
    await assertFinished(store, id)
    const videoId = await store.withFinished(id, publish)
    await store
      .remove(id)
      .catch((error: unknown) => log.warn({ err: error }, 'could not remove a published upload'))
    return videoId
  } catch (error) {
    // Checked last, because another call may have published it.
    const published = await findVideoOfUpload(sql, id, userId)
    if (published) return published
    const isAtFault = error instanceof AppError && error.errors.some(({ field }) => field === 'videofile')
    if (isAtFault) await forgetUpload(context, id, userId)
    throw error
  }
}

export const uploadNotFound = () => notFound('upload.not-found', 'Upload not found')

async function assertFinished(store: UploadStore, id: string): Promise<void> {
  const { offset, size } = await store.getUpload(id).catch((error: unknown) => {
    // tus throws plain objects for uploads that are not there.
    throw error instanceof Error ? error : uploadNotFound()
  })
  if (offset !== size) throw new AppError(409, 'upload.unfinished', 'The upload is not finished yet')
}

export async function forgetUpload(context: Context, id: string, userId: string): Promise<void> {
  await deleteUpload(context.sql, id, userId)
  await uploadStoreOf(context).remove(id)
}

/** A file without a row that is older than this is removed. */
const strayAfterMs = 3600 * 1000

/** Removes the files of expired uploads from the disk of this process. */
export async function sweepUploadFiles(context: Context): Promise<void> {
  const { sql, clock } = context
  await deleteExpiredUploads(sql, clock.now())
  const open = new Set(await listUploadIds(sql))
  const isStray = (name: string) => !open.has(name.replace(/\.json$/, ''))
  await removeOld(uploadsFolder(context), strayAfterMs, clock.now(), isStray)
}

const sweepEveryMs = 15 * 60_000

/**
 * Without S3 the bytes of uploads are on the disk of the process that receives them, which may not be a worker: it removes
 * expired ones itself, at its start and at an interval. With S3 it removes what was left there before S3 was set up.
 */
export const startUploadSweep = (context: Context) =>
  runEvery(sweepEveryMs, () => sweepUploadFiles(context), {
    log: context.log,
    failure: 'could not sweep uploads',
    isFirstImmediate: true,
  })

async function removeOld(folder: string, ageMs: number, now: Date, isStray: (name: string) => boolean) {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(isStray)) {
    const path = join(folder, name)
    const age = await stat(path).then(
      (file) => now.getTime() - file.mtimeMs,
      () => 0,
    )
    if (age > ageMs) await rm(path, { recursive: true, force: true })
  }
}
