import type { DetailedError } from 'tus-js-client'
import { ApiError, toApiError } from '../../../../lib/api-client.ts'

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

const delaysMs = [500, 1000, 2000, 4000, 8000]

export function retryDelay(failures: number): number {
  return delaysMs[failures - 1] ?? 10_000
}
