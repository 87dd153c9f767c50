import { open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import pLimit from 'p-limit'
import { cacheWhilePublic } from '../cache-control.ts'
import { minJoinBytes } from '../storage.ts'

interface Target {
  Bucket: string
  Key: string
}

interface Properties {
  contentType: string
  metadata?: Record<string, string>
}

const headersOf = ({ contentType, metadata }: Properties) => ({
  ContentType: contentType,
  CacheControl: cacheWhilePublic,
  Metadata: metadata,
})

const maxParts = 10_000
const maxConcurrentParts = 2
/** The store copies, so this process only waits for its answers. */
const maxConcurrentCopies = 4

/** Parts are held in memory, so they are as small as possible. */
export const partBytesFor = (size: number) => Math.max(minJoinBytes, Math.ceil(size / maxParts))

/**
 * Sends a small file in one request and a larger one in parts, which the SDK can send again when the network fails.
 * Nothing is visible under the key until the last step.
 */
export async function uploadFile(
  client: S3Client,
  target: Target,
  properties: Properties,
  localPath: string,
): Promise<void> {
  await using file = await open(localPath)
  const { size } = await file.stat()
  const Body = file.createReadStream()
  const upload = new Upload({
    client,
    params: { ...target, ...headersOf(properties), Body },
    partSize: partBytesFor(size),
    queueSize: maxConcurrentParts,
  })
  await upload.done()
}

interface CopySource {
  /** The bucket and the key of an object. */
  CopySource: string
  /** If only these bytes of it are copied. */
  CopySourceRange?: string
}

/** For files that are too large to be copied in one request. */
export async function copyInParts(
  client: S3Client,
  target: Target,
  properties: Properties,
  { from, size, partBytes }: { from: string; size: number; partBytes: number },
): Promise<void> {
  const sources: CopySource[] = []
  for (let start = 0; start < size; start += partBytes) {
    const end = Math.min(start + partBytes, size) - 1
    sources.push({ CopySource: from, CopySourceRange: `bytes=${start}-${end}` })
  }
  await joinCopies(client, target, properties, { sources, partBytes })
}

/** Makes one object of copies of others, in this order. The store moves the bytes itself. */
export async function joinCopies(
  client: S3Client,
  target: Target,
  properties: Properties,
  { sources, partBytes }: { sources: CopySource[]; partBytes: number },
): Promise<void> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ...headersOf(properties) }),
  )
  const upload = { ...target, UploadId }
  const limit = pLimit(maxConcurrentCopies)
  const copyPart = async (source: CopySource, index: number): Promise<CompletedPart> => {
    const PartNumber = index + 1
    const command = new UploadPartCopyCommand({ ...upload, ...source, PartNumber })
    const { CopyPartResult } = await client.send(command, copyLimit(partBytes))
    return { PartNumber, ETag: CopyPartResult?.ETag }
  }
  try {
    const Parts = await limit.map(sources, copyPart)
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    limit.clearQueue()
    // If this fails too, the first error matters more, and `abortOldUploads` aborts the upload later.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/** How long the server may take to copy this many bytes, at 5 MB a second. */
export const copyLimit = (bytes: number) => ({ requestTimeout: 60_000 + bytes / 5000 })

/**
 * Aborts uploads that a crash left open: their parts take space but are not listed as objects. The first page of a
 * thousand is enough, because this runs again and again.
 */
export async function abortOldUploads(client: S3Client, bucket: string, prefix: string, olderThanMs: number) {
  const newest = Date.now() - olderThanMs
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }),
  )
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Initiated.getTime() > newest) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  }
}
