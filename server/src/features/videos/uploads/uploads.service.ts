import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import type { Context } from '../../../context.ts'
import { AppError, badRequest, notFound } from '../../../lib/app-error.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { diskIdOf } from '../../../lib/disk.ts'
import { runEvery } from '../../../lib/run-every.ts'
import { claimDiskSpace, uploadsFolder } from '../../disk-space/disk-space.service.ts'
import { uploadStoreIn } from './tus-server.ts'
import {
  claimUpload,
  countUploads,
  deleteExpiredUploads,
  deleteUpload,
  findVideoOfUpload,
  insertUpload,
  isUploadOf,
  listUploadIds,
  releaseUpload,
  releaseUploadsOnDisk,
} from './uploads.queries.ts'

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
  await claimDiskSpace(context, { id, bytes: size, userId }, async (tx, disk) => {
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
  publish: (path: string) => Promise<string>,
): Promise<string> {
  const { sql } = context
  const store = uploadStoreIn(uploadsFolder(context))
  const refusal = await claimFinished(context, store, id, userId)
  if (refusal) {
    // Checked last, because another call may be publishing it right now.
    const published = await findVideoOfUpload(sql, id, userId)
    if (published) return published
    throw refusal
  }
  const videoId = await publish(join(uploadsFolder(context), id)).catch(async (error: unknown) => {
    const published = await findVideoOfUpload(sql, id, userId)
    if (published) return published
    const isAtFault = error instanceof AppError && error.errors.some(({ field }) => field === 'videofile')
    if (isAtFault) await forgetUpload(context, id, userId)
    else await releaseUpload(sql, id)
    throw error
  })
  await store.remove(id)
  return videoId
}

/** Claims a finished upload for this call. If that is not possible, returns the reason. */
async function claimFinished(
  { sql, clock }: Context,
  store: ReturnType<typeof uploadStoreIn>,
  id: string,
  userId: string,
): Promise<AppError | undefined> {
  if (!(await isUploadOf(sql, id, userId, clock.now())))
    return notFound('upload.not-found', 'Upload not found')
  const { offset, size } = await store.getUpload(id).catch(() => ({ offset: 0, size: 1 }))
  if (offset !== size) return new AppError(409, 'upload.unfinished', 'The upload is not finished yet')
  if (await claimUpload(sql, id, userId, clock.now())) return undefined
  return new AppError(409, 'upload.being-published', 'This upload is being made into a video already')
}

export async function forgetUpload(context: Context, id: string, userId: string): Promise<void> {
  await deleteUpload(context.sql, id, userId)
  await uploadStoreIn(uploadsFolder(context)).remove(id)
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
 * The bytes of uploads are on the disk of the process that receives them, which may not be a worker: it removes
 * expired ones itself, at its start and at an interval.
 */
export function startUploadSweep(context: Context) {
  const released = releaseClaims(context)
  const sweep = async () => {
    await released
    await sweepUploadFiles(context)
  }
  const options = { log: context.log, failure: 'could not sweep uploads', isFirstAtOnce: true }
  return runEvery(sweepEveryMs, sweep, options)
}

/** An upload that was being published when this process was killed can be published again at once. */
async function releaseClaims({ sql, config, log }: Context): Promise<void> {
  try {
    await releaseUploadsOnDisk(sql, await diskIdOf(config.dataDir))
  } catch (error) {
    log.error({ err: error }, 'could not release uploads')
  }
}

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
