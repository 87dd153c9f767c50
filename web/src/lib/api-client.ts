import {
  type AnyEndpoint,
  addressOf,
  type BodyOf,
  type DataOf,
  defaultErrorMessage,
  type Envelope,
  type FieldError,
  type ParamsOf,
  type QueryOf,
} from '@vireo/contract'

/** What went wrong with a call, in words that may be shown. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: FieldError[]

  constructor(status: number, message: string, errors: FieldError[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
  }
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
    throw new ApiError(response.status, defaultErrorMessage)
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
    throw new ApiError(0, 'Network error, please try again.')
  })
  const answer = await readJson(response)
  if (endpoint.bare && response.ok) return answer as DataOf<E>
  const envelope = answer as Envelope<DataOf<E>>
  if (!response.ok)
    throw new ApiError(response.status, envelope.message || defaultErrorMessage, envelope.errors)
  return envelope.data
}
