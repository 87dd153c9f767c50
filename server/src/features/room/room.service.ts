import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import type { BodyRoom } from '../../http/multipart.ts'
import { AppError } from '../../lib/app-error.ts'
import { describeBytes } from '../../lib/bytes.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { diskIdOf, freeBytesOf } from '../../lib/disk.ts'
import { newToken } from '../../lib/tokens.ts'
import {
  deleteClaim,
  deleteExpiredClaims,
  lockRoom,
  saveClaim,
  sumPromised,
  sumUsed,
} from './room.queries.ts'

/** Half-finished uploads live beside the media, on the disk of the process that takes them in. */
export const uploadsFolder = ({ config }: Pick<Context, 'config'>) => join(config.dataDir, 'uploads')

export class NoRoomError extends AppError {
  constructor(message = 'There is not enough room on the server for this video') {
    super(507, message)
  }
}

interface Wanted {
  id: string
  /** In all, whatever of it has arrived by now. */
  bytes: number
  arrived?: number
  /** Whose quota it counts for, and with how much if not with all of it. */
  userId?: string
  quotaBytes?: number
}

/**
 * Lets `record` write down that room is promised, if there is that much: what is free, less what others were
 * promised and have not written yet, less the reserve. Promises are made one at a time, so that no two get the
 * same bytes.
 */
export async function promiseRoom(
  context: Context,
  { id, bytes, arrived = 0, userId, quotaBytes = bytes }: Wanted,
  record: (tx: Tx, disk: string) => Promise<void>,
): Promise<void> {
  const { sql, clock, config } = context
  const disk = await diskIdOf(config.dataDir)
  // Files before free space: what arrives in between counts twice, never not at all.
  const sizes = await measureUploads(uploadsFolder(context))
  const now = clock.now()
  await sql.begin(async (tx) => {
    await lockRoom(tx)
    if (userId) {
      const used = await sumUsed(tx, userId, now, id)
      if (used + quotaBytes > config.userQuotaBytes) throw overQuota(config.userQuotaBytes, used)
    }
    const promised = await sumPromised(tx, { disk, arrived: sizes, exceptId: id, now })
    const free = await measureFree(context)
    if (free - promised - (bytes - arrived) < limits.reservedDiskBytes) throw new NoRoomError()
    await record(tx, disk)
  })
}

function overQuota(quota: number, used: number): AppError {
  const left = describeBytes(Math.max(0, quota - used))
  return new AppError(
    413,
    `This is more than your storage quota of ${describeBytes(quota)} has room for (${left} left). Delete a video to make room.`,
  )
}

/** Whatever the store, bytes arrive on the local disk first. */
async function measureFree({ config, storage }: Context): Promise<number> {
  const local = await freeBytesOf(config.dataDir)
  return Math.min(local, (await storage.freeBytes()) ?? Number.POSITIVE_INFINITY)
}

/** Throws when there is no room for so much more. */
export async function assertRoom(context: Context, bytes: number, message: string): Promise<void> {
  if ((await measureFree(context)) - bytes < limits.reservedDiskBytes) throw new NoRoomError(message)
}

async function measureUploads(folder: string): Promise<Record<string, number>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.json'))
  const sizes = names.map(async (name) => {
    const size = await stat(join(folder, name)).then(
      (file) => file.size,
      () => 0,
    )
    return [name, size] as const
  })
  return Object.fromEntries(await Promise.all(sizes))
}

interface Claim extends Wanted {
  videoId?: string
  /** After this long a claim is that of a process that died. */
  lifetimeSeconds: number
}

async function claim(context: Context, wanted: Claim): Promise<void> {
  const { id, bytes, arrived = 0, userId = null, videoId = null, lifetimeSeconds } = wanted
  const expires_at = secondsAfter(context.clock.now(), lifetimeSeconds)
  await promiseRoom(context, wanted, (tx, disk) =>
    saveClaim(tx, { id, disk, user_id: userId, video_id: videoId, bytes, arrived, expires_at }),
  )
}

/** A claim that is not given back only makes room scarce until it expires: no reason to fail anything. */
async function release({ sql, log }: Context, id: string): Promise<void> {
  await deleteClaim(sql, id).catch((error: unknown) => log.warn({ err: error }, 'could not give room back'))
}

export async function forgetExpiredClaims({ sql, clock }: Context): Promise<void> {
  await deleteExpiredClaims(sql, clock.now())
}

/** How far ahead of its bytes a body is given room, and how often its claim is renewed. */
const stepBytes = 8 * 1024 * 1024
const bodyLifetimeSeconds = 3600
/** What a form holds besides a video: whoever has used up the quota can still publish what was uploaded. */
const formBytes = limits.thumbnailBytes + 1024 * 1024

/** Room for the body of a request: what it declares, or step by step where it does not. */
export async function openBodyRoom(
  context: Context,
  userId: string,
  declared: number | undefined,
): Promise<BodyRoom> {
  const id = newToken()
  const renew = (arrived: number) => {
    const bytes = declared ?? arrived + stepBytes
    const quotaBytes = Math.max(0, (declared ?? arrived) - formBytes)
    return claim(context, { id, bytes, arrived, userId, quotaBytes, lifetimeSeconds: bodyLifetimeSeconds })
  }
  let renewedAt = 0
  await renew(0)
  return {
    grow: async (received) => {
      if (received - renewedAt < stepBytes) return
      renewedAt = received
      await renew(received)
    },
    release: () => release(context, id),
  }
}

const workLifetimeSeconds = 48 * 3600

/** Room for a step of the work on a video, until the step is left. A second try takes over the claim of the first. */
export async function claimForWork(
  context: Context,
  { id, videoId, bytes }: { id: string; videoId?: string; bytes: number },
): Promise<AsyncDisposable> {
  await claim(context, { id, bytes, lifetimeSeconds: workLifetimeSeconds, ...(videoId && { videoId }) })
  return { [Symbol.asyncDispose]: () => release(context, id) }
}
