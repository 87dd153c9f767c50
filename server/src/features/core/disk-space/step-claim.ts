import { limits } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { BodySpaceClaim } from '../../../http/api/multipart.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import { extendClaim, saveClaim } from './disk-space.queries.ts'
import { claimDiskSpace, releaseClaim } from './disk-space.service.ts'

const stepBytes = 16 * 1024 * 1024
/** Without progress for this long, the space is free for others. */
const lifetimeSeconds = 15 * 60
/** While bytes keep arriving, the claim is renewed this often. */
const renewAfterSeconds = 5 * 60
/** Five uploads and a form, each with a step of which nothing has arrived. */
const promised = { maxBytes: 6 * stepBytes, stepBytes }

interface ArrivingBytes {
  /** The id of the claim. */
  id: string
  userId: string
  /** How many there will be in all, if that is known. */
  total?: number
  /** How many of this many bytes count towards the quota. */
  quotaOf: (bytes: number) => number
}

/**
 * Disk space for bytes that a person sends, claimed one step ahead of those that have arrived: an announcement alone
 * takes no space from others. The claim is a row, so it outlives the process, and expires without progress (decision
 * 63).
 */
export class StepClaim implements BodySpaceClaim {
  readonly #context: Context
  readonly #bytes: ArrivingBytes
  #claimedBytes = 0
  #renewAt = 0

  constructor(context: Context, bytes: ArrivingBytes) {
    this.#context = context
    this.#bytes = bytes
  }

  /** The first step. Refuses bytes for which there is no space in all. */
  open(alsoInTransaction?: (tx: Tx, disk: string) => Promise<void>): Promise<void> {
    return this.#claim(0, this.#bytes.total, alsoInTransaction)
  }

  /** Called with the number of bytes that have arrived. Throws if there is no space for more. */
  async grow(arrived: number): Promise<void> {
    const { sql, clock } = this.#context
    const now = clock.now()
    if (arrived <= this.#claimedBytes && now.getTime() < this.#renewAt) return
    const { id } = this.#bytes
    const kept = await extendClaim(sql, { id, arrived, now, expiresAt: secondsAfter(now, lifetimeSeconds) })
    if (kept === undefined) await this.#claim(arrived)
    else this.#remember(kept, now)
  }

  /** Nothing more arrives for now; the rest of the step stays claimed until it expires. */
  async pause(arrived: number): Promise<void> {
    const { sql, clock } = this.#context
    const now = clock.now()
    const expiresAt = secondsAfter(now, lifetimeSeconds)
    await extendClaim(sql, { id: this.#bytes.id, arrived, now, expiresAt })
  }

  release(): Promise<void> {
    return releaseClaim(this.#context, this.#bytes.id)
  }

  async #claim(
    arrived: number,
    neededBytes?: number,
    alsoInTransaction?: (tx: Tx, disk: string) => Promise<void>,
  ) {
    const { id, userId, total, quotaOf } = this.#bytes
    const now = this.#context.clock.now()
    const bytes = Math.max(arrived, Math.min(total ?? Number.POSITIVE_INFINITY, arrived + stepBytes))
    const quotaBytes = quotaOf(total ?? arrived)
    const request = { id, bytes, arrived, userId, quotaBytes, promised }
    const expires_at = secondsAfter(now, lifetimeSeconds)
    await claimDiskSpace(
      this.#context,
      { ...request, ...(neededBytes && { neededBytes }) },
      async (tx, disk) => {
        await alsoInTransaction?.(tx, disk)
        await saveClaim(tx, { id, disk, user_id: userId, video_id: null, bytes, arrived, expires_at })
      },
    )
    this.#remember(bytes, now)
  }

  #remember(bytes: number, now: Date) {
    this.#claimedBytes = bytes
    this.#renewAt = secondsAfter(now, renewAfterSeconds).getTime()
  }
}

/** The part of a form that does not count: a finished upload can be published even when the quota is used up. */
const formBytes = limits.thumbnailBytes + 1024 * 1024

/** Claims space for a form with a file, whose length may not be declared. */
export async function openFormClaim(
  context: Context,
  userId: string,
  total: number | undefined,
): Promise<BodySpaceClaim> {
  const quotaOf = (bytes: number) => Math.max(0, bytes - formBytes)
  const claim = new StepClaim(context, { id: newToken(), userId, quotaOf, ...(total && { total }) })
  await claim.open()
  return claim
}
