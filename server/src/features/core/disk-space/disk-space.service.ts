import { join } from 'node:path'
import { limits, uploadMessages } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { AppError } from '../../../lib/app-error.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { diskIdOf, freeBytesOf } from '../../../lib/files/disk.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import { describeBytes } from '../../../lib/text/bytes.ts'
import {
  deleteClaim,
  deleteExpiredClaims,
  exportClaimId,
  lockClaims,
  saveClaim,
  sumClaimed,
  sumPromised,
  sumUsed,
  type Used,
} from './disk-space.queries.ts'

/** Unfinished uploads are kept next to the media, on the disk of the process that receives them. */
export const uploadsFolder = ({ config }: Pick<Context, 'config'>) => join(config.dataDir, 'uploads')

export class NoSpaceError extends AppError {
  constructor(message: string = uploadMessages.noRoom) {
    super(507, 'server.no-room', message)
  }
}

export interface ClaimRequest {
  id: string
  /** The total, including what has arrived already. */
  bytes: number
  arrived?: number
  /** More than `bytes` if that is only the first step: the claim is refused if there is no space for all of them. */
  neededBytes?: number
  /** The person whose quota it counts towards, and how many of its bytes count if not all. */
  userId?: string
  quotaBytes?: number
  /** How much that person may have claimed for bytes that have not arrived yet, and how much of it a claim counts. */
  promised?: { maxBytes: number; stepBytes: number }
}

/**
 * Calls `record` to store a claim if there is space for it: the free space minus what others have claimed but not
 * written yet, minus the reserve. Claims are made one at a time, so that no two get the same bytes.
 */
export async function claimDiskSpace(
  context: Context,
  request: ClaimRequest,
  record: (tx: Tx, disk: string) => Promise<void>,
): Promise<void> {
  const { sql, clock, config } = context
  const { id, bytes, arrived = 0, neededBytes = bytes } = request
  const disk = await diskIdOf(config.dataDir)
  const now = clock.now()
  await sql.begin(async (tx) => {
    await lockClaims(tx)
    await assertOwnLimits(tx, request, config.userQuotaBytes, now)
    const claimed = await sumClaimed(tx, { disk, exceptId: id, now })
    const free = await measureFree(context)
    if (free - claimed - (neededBytes - arrived) < limits.reservedDiskBytes) throw new NoSpaceError()
    await record(tx, disk)
  })
}

/** The quota of the person, and how much they may have claimed without having sent it. */
async function assertOwnLimits(tx: Tx, request: ClaimRequest, quota: number, now: Date): Promise<void> {
  const { id, userId, bytes, arrived = 0, quotaBytes = bytes, promised } = request
  if (!userId) return
  if (quotaBytes > 0) {
    const used = await sumUsed(tx, userId, now, id)
    if (used.total + quotaBytes > quota) throw overQuota(quota, used)
  }
  if (!promised) return
  const others = await sumPromised(tx, userId, { now, exceptId: id, stepBytes: promised.stepBytes })
  if (others + bytes - arrived > promised.maxBytes)
    throw new AppError(
      429,
      'upload.too-many',
      'Too many uploads at the same time. Wait until some of them have arrived, then try again.',
    )
}

function overQuota(quota: number, { total, byExport }: Used): AppError {
  const left = describeBytes(Math.max(0, quota - total))
  const what = byExport > 0 ? 'a video, or the download of your data,' : 'a video'
  return new AppError(
    413,
    'upload.over-quota',
    `This is more than your storage quota of ${describeBytes(quota)} has room for (${left} left). Delete ${what} to make room.`,
  )
}

/** Bytes arrive on the local disk first, whatever the storage is. */
export async function measureFree({ config, storage }: Context): Promise<number> {
  const local = await freeBytesOf(config.dataDir)
  return Math.min(local, (await storage.freeBytes()) ?? Number.POSITIVE_INFINITY)
}

/** Throws when there is no space for this many more bytes. */
export async function assertFreeSpace(context: Context, bytes: number, message?: string): Promise<void> {
  if ((await measureFree(context)) - bytes < limits.reservedDiskBytes) throw new NoSpaceError(message)
}

interface Claim extends ClaimRequest {
  videoId?: string
  /** After this long the process that made the claim is assumed to be dead. */
  lifetimeSeconds: number
}

export async function makeClaim(context: Context, wanted: Claim): Promise<void> {
  const { id, bytes, arrived = 0, userId = null, videoId = null, lifetimeSeconds } = wanted
  const expires_at = secondsAfter(context.clock.now(), lifetimeSeconds)
  await claimDiskSpace(context, wanted, (tx, disk) =>
    saveClaim(tx, { id, disk, user_id: userId, video_id: videoId, bytes, arrived, expires_at }),
  )
}

/** A claim that could not be released expires later, so this does not fail the caller. */
export async function releaseClaim({ sql, log }: Context, id: string): Promise<void> {
  await deleteClaim(sql, id).catch((error: unknown) =>
    log.warn({ err: error }, 'could not release a claim on disk space'),
  )
}

export async function removeExpiredClaims({ sql, clock }: Context): Promise<void> {
  await deleteExpiredClaims(sql, clock.now())
}

/** Such a claim belongs to a request, which takes minutes at most. */
const requestLifetimeSeconds = 3600

/** Claims space for a small file, which replaces others of `replaced` bytes, until it is stored and counted. */
export async function claimForFile(
  context: Context,
  { userId, bytes, replaced }: { userId: string; bytes: number; replaced: number },
): Promise<AsyncDisposable> {
  const id = newToken()
  const quotaBytes = Math.max(0, bytes - replaced)
  await makeClaim(context, { id, bytes, quotaBytes, userId, lifetimeSeconds: requestLifetimeSeconds })
  return { [Symbol.asyncDispose]: () => releaseClaim(context, id) }
}

const workLifetimeSeconds = 48 * 3600

interface WorkClaim {
  id: string
  videoId?: string
  bytes: number
  lifetimeSeconds?: number
}

/**
 * Claims space for work on a file until it ends. A second attempt takes over the claim of the first. The claim of a
 * killed process lasts for `lifetimeSeconds`: a job is retried, a request may not be.
 */
export async function claimForWork(
  context: Context,
  { lifetimeSeconds = workLifetimeSeconds, ...work }: WorkClaim,
): Promise<AsyncDisposable> {
  await makeClaim(context, { ...work, lifetimeSeconds })
  const { id } = work
  return { [Symbol.asyncDispose]: () => releaseClaim(context, id) }
}

/**
 * The same for the export of a person. It counts towards their quota, but the quota never refuses it: people must get
 * their data when their storage is full (decision 17).
 */
export const claimForExport = (context: Context, exportId: string, bytes: number) =>
  claimForWork(context, { id: exportClaimId(exportId), bytes })
