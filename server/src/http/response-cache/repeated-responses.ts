import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { hasSessionCookie } from '../access/sessions.ts'
import { type CachedResponse, chooseEncoding, type Encoding } from './cached-response.ts'
import type { Change } from './changes.ts'
import { isNotModified } from './send-cached.ts'

interface Sent {
  response: CachedResponse
  route: string | undefined
  /** Names and values in turn, without headers that belong to one request. */
  headers: string[]
  /** The same with those of the content, by its encoding. */
  withContent: Map<Encoding | undefined, string[]>
}

interface Limits {
  freshMs: number
  maxEntries: number
  maxKeyLength: number
}

/** Responses as they were sent to visitors, for the same request of other visitors (decision 60). */
export class RepeatedResponses {
  readonly #sent: LRUCache<string, Sent> | undefined
  readonly #maxKeyLength: number
  #repeated = 0

  constructor({ freshMs, maxEntries, maxKeyLength }: Limits) {
    this.#maxKeyLength = maxKeyLength
    const limits = { ttl: freshMs, ttlAutopurge: true, ttlResolution: 0 }
    // Not `max`: lru-cache would reserve that many entries, and reset them all each time that it is cleared.
    if (freshMs > 0) this.#sent = new LRUCache({ ...limits, maxSize: maxEntries, sizeCalculation: () => 1 })
  }

  /** Call it when all headers are set. */
  add(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void {
    const { raw, originalUrl, routeOptions } = request
    const key = keyOf(originalUrl, raw)
    if (key.length > this.#maxKeyLength || !isFromVisitor(raw)) return
    if (response.isOutdated) return
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !ofOneRequest.has(name))
      .flatMap(([name, value]) => [name, String(value)])
    const sent = { response, headers, route: routeOptions.url, withContent: new Map() }
    this.#sent?.set(key, sent, { start: response.startedAt })
  }

  /** Sends a response if there is one, and returns its route. Otherwise the request has to be handled. */
  repeat(request: IncomingMessage, response: ServerResponse, id: string): Repeated | undefined {
    const { url = '', headers } = request
    const sent = isFromVisitor(request) ? this.#sent?.get(keyOf(url, request)) : undefined
    const encoding = chooseEncoding(headers['accept-encoding'])
    const bytes = sent?.response.find(encoding)
    if (!sent || !bytes) return undefined
    this.#repeated++
    if (isNotModified(request, sent.response))
      response.writeHead(304, [...sent.headers, 'x-request-id', id]).end()
    else {
      const content = contentHeaders(sent, encoding, bytes)
      response.writeHead(sent.response.status, [...content, 'x-request-id', id]).end(bytes)
    }
    return sent
  }

  /** Drops the responses that a change affects. */
  drop(change: Change) {
    for (const [key, { response }] of [...(this.#sent?.entries() ?? [])])
      if (response.isAffectedBy(change)) this.#sent?.delete(key)
  }

  /** How many responses were repeated. */
  get repeated() {
    return this.#repeated
  }
}

interface Repeated {
  /** The pattern of its address; undefined for a page. */
  route: string | undefined
}

function contentHeaders(sent: Sent, encoding: Encoding | undefined, bytes: Buffer): string[] {
  const known = sent.withContent.get(encoding)
  if (known) return known
  const { type } = sent.response
  const headers = [...sent.headers, 'content-type', type, 'content-length', String(bytes.length)]
  if (encoding) headers.push('content-encoding', encoding)
  sent.withContent.set(encoding, headers)
  return headers
}

const ofOneRequest = new Set([
  'x-request-id',
  'content-type',
  'content-length',
  'content-encoding',
  'set-cookie',
])

/** The address with everything else that the address of the site can depend on. */
const keyOf = (url: string, { headers }: IncomingMessage) =>
  `${url} ${headers.host} ${headers['x-forwarded-host'] ?? ''} ${headers['x-forwarded-proto'] ?? ''}`

/** Pages of other sites (CORS_ORIGINS) send Origin, and get different headers. */
const isFromVisitor = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.origin === undefined && !hasSessionCookie(headers.cookie)
