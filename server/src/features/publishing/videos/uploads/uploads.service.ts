import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { AppError, badRequest, notFound } from '../../../../lib/app-error.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { runEvery } from '../../../../lib/running/run-every.ts'
import { claimDiskSpace, uploadsFolder } from '../../../core/disk-space/disk-space.service.ts'
import { StepClaim } from '../../../core/disk-space/step-claim.ts'
import { BucketUploads } from './stores/bucket-uploads.ts'
import { DiskUploads } from './stores/disk-uploads.ts'
import type { UploadStore } from './stores/upload-store.ts'
import {
  countUploads,
  deleteExpiredUploads,
  deleteUpload,
  insertUpload,
  listUploadIds,
} from './uploads.queries.ts'

const diskUploads = new WeakMap<Context, DiskUploads>()

/** The store for the bytes of unfinished uploads. */
export function uploadStoreOf(context: Context): UploadStore {
  if (context.storage.kind === 's3') return new BucketUploads(context)
  // Created once, at the start: FileStore creates its folder, and the process ends if that fails.
  const store = diskUploads.get(context) ?? new DiskUploads(context)
  diskUploads.set(context, store)
  return store
}

/** Also for a file in the body of the form, which is not a resumable upload. */
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
  const isInBucket = context.storage.kind === 's3'
  const insert = async (tx: Tx, localDisk: string) => {
    const disk = isInBucket ? '' : localDisk
    if ((await countUploads(tx, userId, now)) >= limits.uploadsInFlight)
      throw new AppError(
        429,
        'upload.too-many',
        `At most ${limits.uploadsInFlight} uploads at a time. Finish or cancel one first.`,
      )
    await insertUpload(tx, { id, userId, size, disk, expiresAt })
  }
  // The finished file always needs a copy on a local disk, but with S3 it is not known on which one.
  if (isInBucket) await claimDiskSpace(context, { id, bytes: size, userId }, insert)
  else await new StepClaim(context, { id, userId, total: size, quotaOf: (bytes) => bytes }).open(insert)
}

export const uploadNotFound = () => notFound('upload.not-found', 'Upload not found')

/** Refuses an upload whose last byte has not arrived. */
export async function assertFinished(store: UploadStore, id: string): Promise<void> {
  const { offset, size } = await store.getUpload(id).catch((error: unknown) => {
    // tus throws plain objects for missing uploads.
    throw error instanceof Error ? error : uploadNotFound()
  })
  if (offset !== size) throw new AppError(409, 'upload.unfinished', 'The upload is not finished yet')
}

export async function removeUpload(context: Context, id: string, userId: string): Promise<void> {
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
 * Without S3, uploads are on the disk of the process that receives them, which may not be a worker. So it removes
 * expired ones itself, at its start and at an interval. With S3 it removes files that were left before S3 was set up.
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
