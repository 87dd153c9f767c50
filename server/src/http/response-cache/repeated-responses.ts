import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { hasSessionCookie } from '../access/sessions.ts'
import { type CachedResponse, chooseEncoding } from './cached-response.ts'
import type { Change } from './changes.ts'
import { isNotModified } from './send-cached.ts'

interface Sent {
  response: CachedResponse
  /** Names and values in turn, without headers that belong to one request. */
  headers: string[]
}

interface Limits {
  freshMs: number
  maxEntries: number
  maxKeyLength: number
}

/**
 * Responses as they were sent to visitors. A visitor with the same request gets the same bytes and headers before
 * anything else is done for it, which takes half as long (decision 48).
 */
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
    const key = keyOf(request)
    if (key.length > this.#maxKeyLength || !isFromVisitor(request)) return
    if (response.isOutdated) return
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !ofOneRequest.has(name))
      .flatMap(([name, value]) => [name, String(value)])
    this.#sent?.set(key, { response, headers }, { start: response.startedAt })
  }

  /** Returns whether it has sent a response. */
  repeat(request: FastifyRequest, reply: FastifyReply): boolean {
    const sent = isFromVisitor(request) ? this.#sent?.get(keyOf(request)) : undefined
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const bytes = sent?.response.find(encoding)
    if (!sent || !bytes) return false
    this.#repeated++
    reply.hijack()
    const { response } = sent
    const headers = [...sent.headers, 'x-request-id', request.id]
    if (isNotModified(request, response)) {
      reply.raw.writeHead(304, headers).end()
      return true
    }
    headers.push('content-type', response.type, 'content-length', String(bytes.length))
    if (encoding) headers.push('content-encoding', encoding)
    reply.raw.writeHead(response.status, headers).end(bytes)
    return true
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

const ofOneRequest = new Set([
  'x-request-id',
  'content-type',
  'content-length',
  'content-encoding',
  'set-cookie',
])

/** The address with everything else that the address of the site can depend on. */
const keyOf = ({ url, headers }: FastifyRequest) =>
  `${url} ${headers.host} ${headers['x-forwarded-host'] ?? ''} ${headers['x-forwarded-proto'] ?? ''}`

/** Pages of other sites (CORS_ORIGINS) send Origin, and get different headers. */
const isFromVisitor = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.origin === undefined && !hasSessionCookie(headers.cookie)
