import {
  type AnyEndpoint,
  type CallArguments,
  type DataOf,
  defaultErrorMessage,
  type Envelope,
  type ErrorCode,
  type FieldError,
  type UncheckedInput,
  urlOf,
} from '@vireo/contract'
import { takeAnswer } from './loading/page-data.ts'

/** In addition to the server's codes: no response, or a response that is not from Vireo (a proxy's, for example). */
type FailureCode = ErrorCode | 'client.no-answer' | 'client.unreadable'

/** A failed call. Its message can be shown to the user; `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: FailureCode
  readonly errors: FieldError[]

  constructor(status: number, code: FailureCode, message: string, errors: FieldError[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
  }
}

export const hasCode = (error: unknown, ...codes: FailureCode[]) =>
  error instanceof ApiError && codes.includes(error.code)

/** The requested thing does not exist, or this person may not see it. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.code.endsWith('.not-found')

/** The connection or the server failed: the same call may work later. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError && /^(client|server)\./.test(error.code)

/** Reads an error envelope. */
export function toApiError(status: number, answer: unknown): ApiError {
  const { code, message, errors } = (answer ?? {}) as Partial<Envelope<null>>
  if (!code) return new ApiError(status, 'client.unreadable', defaultErrorMessage)
  return new ApiError(status, code, message ?? defaultErrorMessage, errors)
}

interface CallOptions {
  signal?: AbortSignal
  /** Continues when the page is closed. */
  keepalive?: boolean
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw toApiError(response.status, undefined)
  }
}

/** Calls one endpoint of the contract and returns its `data`. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[checked]: CallArguments<E, CallOptions>
): Promise<DataOf<E>> {
  const input: UncheckedInput & CallOptions = checked ?? {}
  const { body, form, signal, keepalive = false } = input
  const address = urlOf(endpoint, input)
  const sent = endpoint.method === 'GET' ? takeAnswer(address) : undefined
  if (sent) return readEnvelope(sent.statuscode, sent)
  const response = await fetch(address, {
    method: endpoint.method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signal ?? null,
    keepalive,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'client.no-answer', 'Network error, please try again.')
  })
  const answer = await readJson(response)
  if (endpoint.bare && response.ok) return answer as DataOf<E>
  return readEnvelope(response.status, answer)
}

function readEnvelope<Data>(status: number, answer: unknown): Data {
  if (status >= 400) throw toApiError(status, answer)
  return (answer as Envelope<Data>).data
}
