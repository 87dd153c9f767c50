import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, t } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { AppError, badRequest } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { diskIdOf } from '../../lib/disk.ts'
import { sweepScratch } from '../../lib/scratch.ts'
import { forgetExpiredClaims, promiseRoom, uploadsFolder } from '../room/room.service.ts'
import { uploadStoreIn } from './tus-server.ts'
import {
  claimUpload,
  countUploads,
  deleteExpiredUploads,
  findVideoOfUpload,
  insertUpload,
  isUploadOf,
  listUploadIds,
  releaseUpload,
  releaseUploadsOnDisk,
  takeUpload,
} from './uploads.queries.ts'

export function assertUploadSize(size: number): void {
  if (!Number.isSafeInteger(size) || size <= 0) throw badRequest('Upload-Length must be the size of the file')
  if (size > limits.videoBytes) throw new AppError(413, 'The video is too large: at most 2 GB')
}

/** Opens a resumable upload, or says at once why it cannot be: too many, over the quota, no room. */
export async function openUpload(
  context: Context,
  { id, userId, size }: { id: string; userId: string; size: number },
): Promise<void> {
  const now = context.clock.now()
  const expiresAt = secondsAfter(now, limits.uploadLifetimeSeconds)
  await promiseRoom(context, { id, bytes: size, userId }, async (tx, disk) => {
    if ((await countUploads(tx, userId, now)) >= limits.uploadsInFlight)
      throw new AppError(
        429,
        `At most ${limits.uploadsInFlight} uploads at a time. Finish or cancel one first.`,
      )
    await insertUpload(tx, { id, userId, size, disk, expiresAt })
  })
}

/**
 * Lets `publish` make a video of a finished upload's local file. A file that is at fault is removed at once;
 * after any other failure the upload is there for another try. An upload that is a video already answers that
 * one: the answer to an earlier call was lost.
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
    // Looked for last: the call that makes it may end at any moment.
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

/** Why the upload cannot be made into a video by this call; nothing if it can. */
async function claimFinished(
  { sql, clock }: Context,
  store: ReturnType<typeof uploadStoreIn>,
  id: string,
  userId: string,
): Promise<AppError | undefined> {
  if (!(await isUploadOf(sql, id, userId, clock.now()))) return new AppError(404, 'Upload not found')
  const { offset, size } = await store.getUpload(id).catch(() => ({ offset: 0, size: 1 }))
  if (offset !== size) return new AppError(409, 'The upload is not finished yet')
  if (await claimUpload(sql, id, userId, clock.now())) return undefined
  return new AppError(409, 'This upload is being made into a video already')
}

export async function forgetUpload(context: Context, id: string, userId: string): Promise<void> {
  await takeUpload(context.sql, id, userId)
  await uploadStoreIn(uploadsFolder(context)).remove(id)
}

const hour = 3600
/** A file without a row this old belongs to nobody any more. */
const strayAfterMs = hour * 1000

/** Sweeps the rows of what ran out, and what a crash left in the scratch folders and in the storage. */
export const sweepUploads = defineJob({
  name: 'videos:sweep-uploads',
  payload: t.object({}),
  maxAttempts: 3,
  timeoutSeconds: 300,
  schedule: '*/15 * * * *',
  handler: async (context: Context) => {
    const { sql, clock, storage, config } = context
    await deleteExpiredUploads(sql, clock.now())
    await forgetExpiredClaims(context)
    await sweepScratch(config.scratchDir)
    await storage.sweepTemporary(24 * hour * 1000)
  },
})

/** Removes the bytes of uploads that ran out from the disk of this process. */
export async function sweepUploadFiles(context: Context): Promise<void> {
  const { sql, clock } = context
  await deleteExpiredUploads(sql, clock.now())
  const open = new Set(await listUploadIds(sql))
  const isStray = (name: string) => !open.has(name.replace(/\.json$/, ''))
  await removeOld(uploadsFolder(context), strayAfterMs, clock.now(), isStray)
}

const sweepEveryMs = 15 * 60_000

/**
 * The bytes of uploads are on the disk of the process that takes them in, which may be no worker: it sweeps
 * them itself, at its start and now and then.
 */
export function startUploadSweep(context: Context) {
  const { log } = context
  const sweep = () =>
    sweepUploadFiles(context).catch((error: unknown) => log.error({ err: error }, 'could not sweep uploads'))
  let running = releaseClaims(context).then(sweep)
  const timer = setInterval(() => {
    running = sweep()
  }, sweepEveryMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** What was being published when this process was last killed can be published again at once. */
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
