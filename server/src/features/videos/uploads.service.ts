import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { limits, t } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { AppError, badRequest } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { sweepScratch } from '../../lib/scratch.ts'
import { newToken } from '../../lib/tokens.ts'
import {
  claimUpload,
  countUploads,
  deleteExpiredUploads,
  insertUpload,
  isUploadOf,
  listUploadIds,
  releaseUpload,
  takeUpload,
} from './uploads.queries.ts'
import { assertRoomFor } from './videos.service.ts'

/** Half-finished uploads live beside the media, on the disk of the process that takes them in. */
export const uploadsFolder = ({ config }: Pick<Context, 'config'>) => join(config.dataDir, 'uploads')

/** Opens a resumable upload, or says at once why it cannot be: too large, too many, no room. */
export async function openUpload(context: Context, userId: string, size: number): Promise<string> {
  const { sql, clock } = context
  if (!Number.isSafeInteger(size) || size <= 0) throw badRequest('Upload-Length must be the size of the file')
  await assertRoomFor(context, size)
  const now = clock.now()
  if ((await countUploads(sql, userId, now)) >= limits.uploadsInFlight)
    throw new AppError(
      429,
      `At most ${limits.uploadsInFlight} uploads at a time. Finish or cancel one first.`,
    )
  const id = newToken()
  await insertUpload(sql, { id, userId, size, expiresAt: secondsAfter(now, limits.uploadLifetimeSeconds) })
  return id
}

/**
 * Lets `work` make something of a finished upload's local file. A file that is at fault is removed at once;
 * after any other failure the upload is there for another try.
 */
export async function withFinishedUpload<T>(
  context: Context,
  id: string,
  userId: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { sql, clock } = context
  if (!(await isUploadOf(sql, id, userId, clock.now()))) throw new AppError(404, 'Upload not found')
  const folder = uploadsFolder(context)
  const { offset, size } = await new FileStore({ directory: folder })
    .getUpload(id)
    .catch(() => ({ offset: 0, size: 1 }))
  if (offset !== size) throw new AppError(409, 'The upload is not finished yet')
  if (!(await claimUpload(sql, id, userId, clock.now())))
    throw new AppError(409, 'This upload is being made into a video already')
  try {
    const result = await work(join(folder, id))
    await removeUploadFiles(context, id)
    return result
  } catch (error) {
    const isAtFault = error instanceof AppError && error.errors.some(({ field }) => field === 'videofile')
    if (isAtFault) await forgetUpload(context, id, userId)
    else await releaseUpload(sql, id)
    throw error
  }
}

export async function forgetUpload(context: Context, id: string, userId: string): Promise<void> {
  await takeUpload(context.sql, id, userId)
  await removeUploadFiles(context, id)
}

async function removeUploadFiles(context: Context, id: string): Promise<void> {
  const path = join(uploadsFolder(context), id)
  await rm(path, { force: true })
  await rm(`${path}.json`, { force: true })
}

const hour = 3600
/** A file without a row this old belongs to nobody any more. */
const strayAfterMs = hour * 1000

/** Sweeps the bytes of uploads that ran out, and what a crash left in the scratch folders. */
export const sweepUploads = defineJob({
  name: 'videos:sweep-uploads',
  payload: t.object({}),
  maxAttempts: 3,
  timeoutSeconds: 300,
  schedule: '*/15 * * * *',
  handler: async (context: Context) => {
    const { sql, clock, storage, config } = context
    await deleteExpiredUploads(sql, clock.now())
    const known = new Set(await listUploadIds(sql))
    const isStray = (name: string) => !known.has(name.replace(/\.json$/, ''))
    await removeOld(uploadsFolder(context), strayAfterMs, clock.now(), isStray)
    await sweepScratch(config.scratchDir)
    await storage.sweepTemporary(24 * hour * 1000)
  },
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
