import { ERRORS } from '@tus/server'
import { limits } from '@vireo/contract'
import type { Context } from '../../../../../context/context.ts'
import { freeBytesOf } from '../../../../../lib/files/disk.ts'
import { NoSpaceError } from '../../../../core/disk-space/disk-space.service.ts'
import { StepClaim } from '../../../../core/disk-space/step-claim.ts'
import { findUpload } from '../uploads.queries.ts'

const checkEveryBytes = 32 * 1024 * 1024

/** The size of an upload, and its claim on the local disk. Its quota was checked when it was opened. */
export async function findClaim(context: Context, id: string): Promise<{ size: number; claim: StepClaim }> {
  const upload = await findUpload(context.sql, id)
  if (!upload) throw ERRORS.FILE_NOT_FOUND
  const { userId, size } = upload
  return { size, claim: new StepClaim(context, { id, userId, total: size, quotaOf: () => 0 }) }
}

interface Target {
  claim: StepClaim
  /** How many bytes of the claim have arrived already. */
  arrived: number
  /** Where the bytes are written. */
  folder: string
}

/**
 * Claims space for bytes while they arrive. Stops when other writers have used up the claimed space, so that the
 * reserve stays free.
 */
export async function* claimSpace(chunks: AsyncIterable<Buffer>, { claim, arrived, folder }: Target) {
  let total = arrived
  let unchecked = checkEveryBytes
  for await (const chunk of chunks) {
    total += chunk.length
    await claim.grow(total)
    if (unchecked >= checkEveryBytes) {
      if ((await freeBytesOf(folder)) < limits.reservedDiskBytes) throw new NoSpaceError()
      unchecked = 0
    }
    unchecked += chunk.length
    yield chunk
  }
}
