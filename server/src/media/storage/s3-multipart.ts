import { type FileHandle, open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { cacheWhilePublic } from './cache-control.ts'
import { SLOW_ANSWER } from './s3-client.ts'

interface Target {
  Bucket: string
  Key: string
}
type Upload = Target & { UploadId: string }

interface Part {
  PartNumber: number
  ETag: string | undefined
}

/** S3 wants parts of at least 5 MB; this one keeps a file of 80 GB below its limit of 10,000 parts. */
export const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 10_000
const UPLOADS_AT_ONCE = 2

/**
 * Sends a file in parts, each of them small enough to keep in memory and therefore to be sent again by the
 * SDK when the network fails. Nothing is visible under the key until the last step.
 */
export async function uploadInParts(
  client: S3Client,
  target: Target,
  contentType: string,
  localPath: string,
): Promise<void> {
  await using file = await open(localPath)
  const { size } = await file.stat()
  await inParts(client, target, contentType, (upload) => sendParts(client, upload, file, size))
}

/** S3 copies at most 5 GB in one request. The server copies each part itself. */
export async function copyInParts(
  client: S3Client,
  target: Target,
  contentType: string,
  source: { from: string; size: number; partBytes: number },
): Promise<void> {
  const { from, size, partBytes } = source
  await inParts(client, target, contentType, async (upload) => {
    const parts: Part[] = []
    for (let start = 0; start < size; start += partBytes) {
      const PartNumber = parts.length + 1
      const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, size) - 1}`
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({ ...upload, PartNumber, CopySource: from, CopySourceRange }),
        copyLimit(partBytes),
      )
      parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    return parts
  })
}

/** How long the server may take to copy this many bytes, at 5 MB a second. */
export const copyLimit = (bytes: number) => ({ requestTimeout: 60_000 + bytes / 5000 })

async function inParts(
  client: S3Client,
  target: Target,
  contentType: string,
  send: (upload: Upload) => Promise<Part[]>,
): Promise<void> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({
      ...target,
      ContentType: contentType,
      CacheControl: cacheWhilePublic,
    }),
  )
  if (!UploadId) throw new Error('The S3 server began a multipart upload without an id')
  const upload = { ...target, UploadId }
  try {
    const Parts = await send(upload)
    await client.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
      SLOW_ANSWER,
    )
  } catch (error) {
    // What went wrong first is the news; a failing clean-up is left to sweepUploads.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/**
 * Gives up uploads that a crash left open: they take room and are never listed among the objects. One page,
 * a thousand of them, is plenty for a call that is made every so often.
 */
export async function sweepUploads(client: S3Client, bucket: string, prefix: string, olderThanMs: number) {
  const newest = Date.now() - olderThanMs
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }),
  )
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Initiated.getTime() > newest) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  }
}

async function sendParts(client: S3Client, upload: Upload, file: FileHandle, size: number) {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  const parts: Part[] = []
  const failed = new AbortController()
  let nextOffset = 0

  // Each sender fills one buffer over and over, so memory stays the same whatever the file's size.
  async function send(): Promise<void> {
    const buffer = Buffer.allocUnsafe(partBytes)
    while (nextOffset < size && !failed.signal.aborted) {
      const offset = nextOffset
      nextOffset += partBytes
      const PartNumber = offset / partBytes + 1
      const Body = buffer.subarray(0, Math.min(partBytes, size - offset))
      await readFully(file, Body, offset)
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), {
        abortSignal: failed.signal,
      })
      parts.push({ PartNumber, ETag })
    }
  }

  // The first failure stops the other senders, and all come to rest before the file is closed.
  const senders = Array.from({ length: UPLOADS_AT_ONCE }, () => send().catch((error) => failed.abort(error)))
  await Promise.all(senders)
  failed.signal.throwIfAborted()
  return parts.sort((a, b) => a.PartNumber - b.PartNumber)
}

async function readFully(file: FileHandle, target: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < target.length) {
    const { bytesRead } = await file.read(target, done, target.length - done, position + done)
    if (bytesRead === 0) throw new Error('The file became shorter while it was being uploaded')
    done += bytesRead
  }
}
