import {
  type AnyEndpoint,
  type CallArguments,
  type DataOf,
  type Envelope,
  type UncheckedInput,
  urlOf,
} from '@vireo/contract'

interface CallOptions {
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

/** Calls the contract's endpoints over real HTTP, with the cookies of one browser. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  readonly origin: string
  readonly #waitForPgNotifications: (() => Promise<void>) | undefined

  /** `waitForPgNotifications` is awaited before each request. */
  constructor(origin: string, waitForPgNotifications?: () => Promise<void>) {
    this.origin = origin
    this.#waitForPgNotifications = waitForPgNotifications
  }

  get cookieHeader() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  call<E extends AnyEndpoint>(endpoint: E, ...[input]: CallArguments<E, CallOptions>) {
    return this.callUnchecked(endpoint, input)
  }

  /** Calls an endpoint with input that may violate the contract, to test that the server refuses it. */
  async callUnchecked<E extends AnyEndpoint>(
    endpoint: E,
    input: UncheckedInput & CallOptions = {},
  ): Promise<Answer<DataOf<E>>> {
    const isJson = input.body !== undefined
    const response = await this.fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...input.headers },
      body: input.form ?? (isJson ? JSON.stringify(input.body) : null),
    })
    const envelope = (await response.json()) as Envelope<DataOf<E>>
    const { status, headers } = response
    return { status, headers, envelope, data: envelope.data, message: envelope.message }
  }

  /** Sends any request with this client's cookies, by `send`. */
  async fetch(path: string, init: RequestInit = {}, send: typeof fetch = fetch): Promise<Response> {
    const headers = new Headers(init.headers)
    await this.#waitForPgNotifications?.()
    if (this.cookies.size > 0) headers.set('cookie', this.cookieHeader)
    const response = await send(new URL(path, this.origin), { redirect: 'manual', ...init, headers })
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
