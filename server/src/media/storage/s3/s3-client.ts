import { createHash } from 'node:crypto'
import { DeleteObjectsCommand, type DeleteObjectsCommandInput, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../storage-url.ts'
import { detectOutages } from './s3-outage.ts'

const connectMs = 3000
/** A store that sends nothing for this long is considered unavailable. */
export const defaultSilentMs = 5000
/** For requests that take longer the more files they concern. */
export const slowAnswer = { requestTimeout: 120_000 }
const idleMs = 120_000
/** More than the SDK's 50, because a stream to a slow viewer occupies its connection for a long time. */
const maxConnections = 256

/** Works with AWS and with compatible servers such as Swift, MinIO, Ceph and R2. */
export function createS3Client(
  { endpoint, region, credentials }: S3Settings,
  silentMs = defaultSilentMs,
): S3Client {
  const client = new S3Client({
    region,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Many servers do not support the newer checksums of the SDK.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      httpAgent: { keepAlive: true, maxSockets: maxConnections },
      httpsAgent: { keepAlive: true, maxSockets: maxConnections },
    },
  })
  detectOutages(client, silentMs)
  return client
}

/** Adds Content-MD5, which some servers require. The SDK only sends a CRC32. */
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
  return statusOf(error) === 404
}

export function isOutOfRange(error: unknown): boolean {
  return statusOf(error) === 416
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode
}
