import type { DetailedError } from 'tus-js-client'
import { ApiError, toApiError } from '../../lib/api-client.ts'

/** The upload server speaks our envelope, unless the answer comes from something in between. */
export function toTransferError(error: Error | DetailedError): ApiError | undefined {
  if (!('originalRequest' in error) || !error.originalRequest) return undefined
  const response = error.originalResponse
  // An aborted or refused connection has a response object too, with the status 0.
  const status = response?.getStatus() ?? 0
  // The call that asks for the offset is a HEAD, whose answer has no body and so no code.
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

/** Offset conflicts and locks clear up by themselves; the rest is a line or a server that will come back. */
const passing = new Set([0, 408, 409, 423, 502, 503, 504])

/** How often an answer is worth asking for again: a lost line always, a broken server a few times. */
export function maxTries(status: number): number {
  if (passing.has(status)) return Number.POSITIVE_INFINITY
  return status >= 500 && status !== 507 ? 4 : 1
}

const delaysMs = [500, 1000, 2000, 4000, 8000]

export function retryDelay(failures: number): number {
  return delaysMs[failures - 1] ?? 10_000
}
