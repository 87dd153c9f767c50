import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, uploadMessages } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { BodySpaceClaim } from '../../../http/api/multipart.ts'
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

interface ClaimRequest {
  id: string
  /** The total, including what has arrived already. */
  bytes: number
  arrived?: number
  /** The person whose quota it counts towards, and how many of its bytes count if not all. */
  userId?: string
  quotaBytes?: number
}

/**
 * Calls `record` to store a claim if there is space for it: the free space minus what others have claimed but not
 * written yet, minus the reserve. Claims are made one at a time, so that no two get the same bytes.
 */
export async function claimDiskSpace(
  context: Context,
  { id, bytes, arrived = 0, userId, quotaBytes = bytes }: ClaimRequest,
  record: (tx: Tx, disk: string) => Promise<void>,
): Promise<void> {
  const { sql, clock, config } = context
  const disk = await diskIdOf(config.dataDir)
  // Files are measured before free space: bytes that arrive in between count twice rather than not at all.
  const sizes = await measureUploads(uploadsFolder(context))
  const now = clock.now()
  await sql.begin(async (tx) => {
    await lockClaims(tx)
    if (userId && quotaBytes > 0) {
      const used = await sumUsed(tx, userId, now, id)
      if (used.total + quotaBytes > config.userQuotaBytes) throw overQuota(config.userQuotaBytes, used)
    }
    const claimed = await sumClaimed(tx, { disk, arrived: sizes, exceptId: id, now })
    const free = await measureFree(context)
    if (free - claimed - (bytes - arrived) < limits.reservedDiskBytes) throw new NoSpaceError()
    await record(tx, disk)
  })
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

interface Claim extends ClaimRequest {
  videoId?: string
  /** After this long the process that made the claim is assumed to be dead. */
  lifetimeSeconds: number
}

async function makeClaim(context: Context, wanted: Claim): Promise<void> {
  const { id, bytes, arrived = 0, userId = null, videoId = null, lifetimeSeconds } = wanted
  const expires_at = secondsAfter(context.clock.now(), lifetimeSeconds)
  await claimDiskSpace(context, wanted, (tx, disk) =>
    saveClaim(tx, { id, disk, user_id: userId, video_id: videoId, bytes, arrived, expires_at }),
  )
}

/** A claim that could not be released expires later, so this does not fail the caller. */
async function release({ sql, log }: Context, id: string): Promise<void> {
  await deleteClaim(sql, id).catch((error: unknown) =>
    log.warn({ err: error }, 'could not release a claim on disk space'),
  )
}

export async function removeExpiredClaims({ sql, clock }: Context): Promise<void> {
  await deleteExpiredClaims(sql, clock.now())
}

/** How much is claimed ahead of the bytes that have arrived, and after how many bytes the claim is renewed. */
const stepBytes = 8 * 1024 * 1024
const bodyLifetimeSeconds = 3600
/** The part of a form that does not count: a finished upload can be published even when the quota is used up. */
const formBytes = limits.thumbnailBytes + 1024 * 1024

/** Claims space for the body of a request: its declared length, or step by step if it declares none. */
export async function openBodyClaim(
  context: Context,
  userId: string,
  declared: number | undefined,
): Promise<BodySpaceClaim> {
  const id = newToken()
  const renew = (arrived: number) => {
    const bytes = declared ?? arrived + stepBytes
    const quotaBytes = Math.max(0, (declared ?? arrived) - formBytes)
    return makeClaim(context, {
      id,
      bytes,
      arrived,
      userId,
      quotaBytes,
      lifetimeSeconds: bodyLifetimeSeconds,
    })
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

/** Claims space for a small file, which replaces others of `replaced` bytes, until it is stored and counted. */
export async function claimForFile(
  context: Context,
  { userId, bytes, replaced }: { userId: string; bytes: number; replaced: number },
): Promise<AsyncDisposable> {
  const id = newToken()
  const quotaBytes = Math.max(0, bytes - replaced)
  await makeClaim(context, { id, bytes, quotaBytes, userId, lifetimeSeconds: bodyLifetimeSeconds })
  return { [Symbol.asyncDispose]: () => release(context, id) }
}

const workLifetimeSeconds = 48 * 3600

/** Claims space for work on a file until it ends. A second attempt takes over the claim of the first. */
export async function claimForWork(
  context: Context,
  { id, videoId, bytes }: { id: string; videoId?: string; bytes: number },
): Promise<AsyncDisposable> {
  await makeClaim(context, { id, bytes, lifetimeSeconds: workLifetimeSeconds, ...(videoId && { videoId }) })
  return { [Symbol.asyncDispose]: () => release(context, id) }
}

/**
 * The same for the export of a person. It counts towards their quota, but the quota never refuses it: people must get
 * their data when their storage is full (decision 17).
 */
export const claimForExport = (context: Context, exportId: string, bytes: number) =>
  claimForWork(context, { id: exportClaimId(exportId), bytes })
