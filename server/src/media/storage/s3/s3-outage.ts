import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailableError } from '../storage-errors.ts'

/** The slowest upload that is accepted. Requests with large bodies get more time. */
const slowestBytesPerMs = 100
const completeUploadMs = 120_000
const networkErrors = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

interface SentRequest {
  method: string
  headers: Record<string, string>
  query?: Record<string, unknown>
}

interface SendOptions {
  abortSignal?: unknown
  /** Replaces the usual limit for requests that take long. */
  requestTimeout?: number
}

/**
 * Makes requests fail if the server does not start to answer within `silentMs`, and turns every outage into a
 * StorageUnavailableError. Such requests are not retried, because the retries of the SDK would multiply the wait.
 */
export function detectOutages(client: S3Client, silentMs: number): void {
  const { requestHandler } = client.config
  const send = requestHandler.handle.bind(requestHandler)
  requestHandler.handle = async (request, { requestTimeout, abortSignal }: SendOptions = {}) => {
    const tooLate = new AbortController()
    const callerSignal = abortSignal as AbortSignal | undefined
    const signal = callerSignal ? AbortSignal.any([callerSignal, tooLate.signal]) : tooLate.signal
    try {
      return await within(
        requestTimeout ?? limitFor(request, silentMs),
        send(request, { abortSignal: signal }),
      )
    } catch (error) {
      tooLate.abort()
      throw error
    }
  }
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw isOutage(error) ? unavailable(error) : error
      }
    },
    { step: 'initialize', name: 'detectOutages', priority: 'high' },
  )
}

/** Passes a stream on and fails when the server stops sending. The reader may be slow. */
export function failWhenSilent(source: Readable, silentMs: number): Readable {
  async function* chunks() {
    const iterator = source[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { done, value } = await within(silentMs, iterator.next())
        if (done) return
        yield value
      }
    } catch (error) {
      throw isOutage(error) ? unavailable(error) : error
    } finally {
      source.destroy()
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

function limitFor({ method, headers, query }: SentRequest, silentMs: number): number {
  // The last step of a multipart upload, in which the store may take a while to assemble a large file.
  if (method === 'POST' && query?.uploadId !== undefined) return completeUploadMs
  if (method === 'GET' || method === 'HEAD') return silentMs
  return 2 * silentMs + Number(headers['content-length'] ?? 0) / slowestBytesPerMs
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new StorageUnavailableError(`The store does not answer: no answer within ${ms} ms`)),
    ms,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StorageUnavailableError) return false
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  // The bucket is unavailable or not created yet. Unlike with a missing object, its files are not lost.
  if (error.name === 'NoSuchBucket') return true
  const status = $metadata?.httpStatusCode
  if (status !== undefined) return status >= 500 || status === 429
  return error.name === 'TimeoutError' || networkErrors.has(code ?? '')
}

function unavailable(error: unknown): StorageUnavailableError {
  const reason = error instanceof Error ? error.message || error.name : String(error)
  return new StorageUnavailableError(`The store does not answer: ${reason}`, { cause: error })
}
