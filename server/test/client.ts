import {
  type AnyEndpoint,
  addressOf,
  type BodyOf,
  type DataOf,
  type Envelope,
  type ParamsOf,
  type QueryOf,
} from '@vireo/contract'

interface Input<E extends AnyEndpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  /** Also takes what the contract forbids: tests send that on purpose. */
  body?: BodyOf<E> | Record<string, unknown>
  form?: FormData
  headers?: Record<string, string>
}

export interface Answer<Data> {
  status: number
  headers: Headers
  envelope: Envelope<Data>
  data: Data
  message: string
}

/** The status and the error code of an answer. */
export const codeOf = ({ status, envelope }: Answer<unknown>) => [
  status,
  (envelope as { code?: string }).code,
]

/** A browser's worth of cookies that calls the contract's endpoints over real HTTP. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  async call<E extends AnyEndpoint>(endpoint: E, input: Input<E> = {}): Promise<Answer<DataOf<E>>> {
    const params = (input.params ?? {}) as Record<string, unknown>
    const path = addressOf(endpoint).replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
    const query = Object.entries((input.query ?? {}) as Record<string, unknown>)
    const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))
    const isJson = input.body !== undefined
    const response = await this.fetch(query.length > 0 ? `${path}?${search}` : path, {
      method: endpoint.method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...input.headers },
      body: input.form ?? (isJson ? JSON.stringify(input.body) : null),
    })
    const envelope = (await response.json()) as Envelope<DataOf<E>>
    const { status, headers } = response
    return { status, headers, envelope, data: envelope.data, message: envelope.message }
  }

  /** Any request at all, with this client's cookies. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(new URL(path, this.origin), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  private keep(line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    const isGone = attributes.some((one) => one === 'Max-Age=0' || one.startsWith('Expires=Thu, 01 Jan 1970'))
    if (isGone) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1))
  }
}
