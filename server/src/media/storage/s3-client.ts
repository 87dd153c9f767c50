import { createHash } from 'node:crypto'
import { DeleteObjectsCommand, type DeleteObjectsCommandInput, S3Client } from '@aws-sdk/client-s3'
import { detectOutages } from './s3-outage.ts'
import type { S3Settings } from './storage-url.ts'

const CONNECT_MS = 3000
/** A store that sends nothing for this long counts as unavailable. */
export const DEFAULT_SILENT_MS = 5000
/** For requests that take the server longer the more files they concern. */
export const SLOW_ANSWER = { requestTimeout: 120_000 }
const IDLE_MS = 120_000
/** Above the SDK's 50: a stream that a slow viewer reads holds its connection all the while. */
const MAX_CONNECTIONS = 256

/** Set up so that it works with AWS and with what imitates it (Swift, MinIO, Ceph, R2 …). */
export function createS3Client(
  { endpoint, region, credentials }: S3Settings,
  silentMs = DEFAULT_SILENT_MS,
): S3Client {
  const client = new S3Client({
    region,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // The SDK's newer checksums are unknown to many servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  })
  detectOutages(client, silentMs)
  return client
}

/** The SDK signs this request with a CRC32 only; servers that keep to the older rule insist on Content-MD5. */
export function deleteObjectsCommand(input: DeleteObjectsCommandInput): DeleteObjectsCommand {
  const command = new DeleteObjectsCommand(input)
  command.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string>; body: string | Uint8Array }
      request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
      return next(args)
    },
    { step: 'build', name: 'contentMd5' },
  )
  return command
}

export function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404 && !(error instanceof Error && error.name === 'NoSuchBucket')
}

export function isOutOfRange(error: unknown): boolean {
  return statusOf(error) === 416
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode
}
