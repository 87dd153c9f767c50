import type { DetailedError } from 'tus-js-client'
import { ApiError, toApiError } from '../../../../lib/api-client.ts'
import type { AwaitedPhase } from './transfer-state.ts'

/** The upload server answers in our envelope, but a proxy may answer in its place. */
export function toTransferError(error: Error | DetailedError): ApiError | undefined {
  if (!('originalRequest' in error) || !error.originalRequest) return undefined
  const response = error.originalResponse
  // An aborted or refused connection has a response object too, with the status 0.
  const status = response?.getStatus() ?? 0
  // The request for the offset is a HEAD, whose response has no body and so no code.
  const isHead = error.originalRequest.getMethod() === 'HEAD'
  if (isHead && status === 401) return new ApiError(status, 'auth.required', 'Please sign in')
  return toApiError(status, parse(response?.getBody()))
}

function parse(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}

/** Temporary: offset conflicts and locks resolve themselves, connections and servers come back. */
const temporaryStatuses = new Set([0, 408, 409, 423, 502, 503, 504])

/** How often a request is tried: without limit if the failure is temporary, a few times if the server is broken. */
export function maxTries(status: number): number {
  if (temporaryStatuses.has(status)) return Number.POSITIVE_INFINITY
  return status >= 500 && status !== 507 ? 4 : 1
}

/**
 * What a transfer waits for after a failure, without limit; undefined if waiting does not help. A refusal to open an
 * upload is final. Later ones are not, because the server keeps what it has.
 */
export function awaitedAfter({ status, code }: ApiError, isOpen: boolean): AwaitedPhase | undefined {
  if (temporaryStatuses.has(status)) return 'waiting'
  if (isOpen && code === 'server.no-room') return 'no-room'
  if (isOpen && status === 429) return 'too-many'
}

const delaysMs = [500, 1000, 2000, 4000, 8000]

export function retryDelay(failures: number): number {
  return delaysMs[failures - 1] ?? 10_000
}

const longestRetryAfterMs = 60_000

/** How long the server asks to wait after too many requests; 0 if it does not say. */
export function retryAfterMs(error: Error | DetailedError): number {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (response?.getStatus() !== 429) return 0
  const seconds = Number(response.getHeader('Retry-After')) || 0
  return Math.min(seconds * 1000, longestRetryAfterMs)
}
