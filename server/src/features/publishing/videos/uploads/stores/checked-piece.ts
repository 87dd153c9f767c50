import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../../../../context/context.ts'
import { AppError, badRequest } from '../../../../../lib/app-error.ts'
import { isDiskFull } from '../../../../../lib/files/disk.ts'
import { openScratch } from '../../../../../lib/files/scratch.ts'
import { NoSpaceError } from '../../../../core/disk-space/disk-space.service.ts'
import type { StepClaim } from '../../../../core/disk-space/step-claim.ts'
import { claimSpace } from './arriving-bytes.ts'

/** The supported algorithms with the length of their digests in bytes. */
const digestBytes = new Map([
  ['sha1', 20],
  ['sha256', 32],
  ['md5', 16],
])
export const checksumAlgorithms = [...digestBytes.keys()]

interface Checksum {
  algorithm: string
  digest: Buffer
}

/** Reads the header Upload-Checksum, an algorithm and a digest. Node joins repeated ones, which are then refused. */
export function parseChecksum(header: string | string[] | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [, algorithm = '', encoded = ''] = /^(\S+) (\S+)$/.exec(String(header)) ?? []
  const digest = Buffer.from(encoded, 'base64')
  if (digest.length !== digestBytes.get(algorithm) || digest.toString('base64') !== encoded)
    throw badRequest(`Upload-Checksum must be ${checksumAlgorithms.join(', ')} with its digest in base64`)
  return { algorithm, digest }
}

/** The tus server has no checksums and passes only the body to a store, so the store finds the checksum here. */
const checksums = new AsyncLocalStorage<Checksum | undefined>()

/** Handles a request whose body is stored only if it has this checksum. */
export const requireChecksum = <Result>(checksum: Checksum | undefined, handle: () => Result): Result =>
  checksums.run(checksum, handle)

/** What the piece that the current request sends must have, if it was sent with a checksum. */
export const requiredChecksum = (): Checksum | undefined => checksums.getStore()

interface CheckedPiece extends AsyncDisposable {
  bytes: number
  read(): Readable
}

/**
 * Receives a piece of an upload into a scratch file, which a sweep removes if this process is killed. Throws if the
 * piece does not have the checksum, also because its connection was lost; its space is then free again.
 */
export async function receivePiece(
  { config }: Context,
  body: Readable,
  { algorithm, digest }: Checksum,
  { claim, arrived }: { claim: StepClaim; arrived: number },
): Promise<CheckedPiece> {
  await using opened = new AsyncDisposableStack()
  const scratch = opened.use(await openScratch(config.scratchDir))
  const path = join(scratch.path, 'piece')
  const hash = createHash(algorithm)
  const file = createWriteStream(path)
  try {
    await pipeline(
      body,
      (chunks) => claimSpace(chunks, { claim, arrived, folder: config.scratchDir }),
      (chunks) => hashed(chunks, hash),
      file,
    )
    if (!hash.digest().equals(digest))
      throw new AppError(460, 'upload.checksum-mismatch', 'The bytes do not match their checksum')
  } catch (error) {
    await claim.release()
    throw isDiskFull(error) ? new NoSpaceError() : error
  }
  const kept = opened.move()
  return {
    bytes: file.bytesWritten,
    read: () => createReadStream(path),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
