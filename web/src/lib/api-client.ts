import {
  type AnyEndpoint,
  addressOf,
  type BodyOf,
  type DataOf,
  defaultErrorMessage,
  type Envelope,
  type ErrorCode,
  type FieldError,
  type ParamsOf,
  type QueryOf,
} from '@vireo/contract'

/** Besides the server's codes: no answer came, or one that is not the server's (of a proxy, say). */
type FailureCode = ErrorCode | 'client.no-answer' | 'client.unreadable'

/** What went wrong with a call, in words that may be shown. `status` is 0 when no answer came. */
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

/** Whether the call was about something that is not there, or not for this person. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.code.endsWith('.not-found')

/** The connection or the server is broken: the same call may work later. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError && /^(client|server)\./.test(error.code)

/** Reads the envelope of a refusal. */
export function toApiError(status: number, answer: unknown): ApiError {
  const { code, message, errors } = (answer ?? {}) as Partial<Envelope<null>>
  if (!code) return new ApiError(status, 'client.unreadable', defaultErrorMessage)
  return new ApiError(status, code, message ?? defaultErrorMessage, errors)
}

export interface CallInput<E extends AnyEndpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** Multipart calls send their text fields and files in one form. */
  form?: FormData
  signal?: AbortSignal
  /** Goes on when the page is closed. */
  keepalive?: boolean
}

function buildUrl(endpoint: AnyEndpoint, params: Record<string, unknown>, query: Record<string, unknown>) {
  const path = addressOf(endpoint).replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw toApiError(response.status, undefined)
  }
}

/** Calls one endpoint of the contract and answers its `data`. */
export async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<DataOf<E>> {
  const { params = {}, query = {}, body, form, signal, keepalive = false } = input
  const url = buildUrl(endpoint, params as Record<string, unknown>, query as Record<string, unknown>)
  const response = await fetch(url, {
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
  if (!response.ok) throw toApiError(response.status, answer)
  return (answer as Envelope<DataOf<E>>).data
}
