import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context.ts'
import type { CachedResponse } from './cached-response.ts'
import { type Change, followChanges } from './changes.ts'
import { type CacheUse, FreshCache } from './fresh-cache.ts'
import { isMinorRequest } from './minor-requests.ts'
import { RepeatedResponses } from './repeated-responses.ts'
import { addVisitorHeaders, isNotModified, sendBytes } from './send-cached.ts'

/** Longer addresses are rare and not worth caching. */
const maxKeyLength = 500
const maxBytes = 48 * 1024 * 1024
const maxRepeated = 2000

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
  }
}

/**
 * Responses that are the same for all visitors are made once and cached for a moment as finished bytes, plain and
 * compressed (decision 48). Nothing here may depend on the requester.
 */
export class ResponseCache {
  readonly #made: FreshCache<CachedResponse>
  readonly #sent: RepeatedResponses
  readonly isEnabled: boolean
  #changes = 0

  constructor(freshMs: number) {
    this.isEnabled = freshMs > 0
    // A visitor who has reached a rate limit must not affect the others.
    this.#made = new FreshCache({ freshMs, maxBytes, retriesOwn: true })
    this.#sent = new RepeatedResponses({ freshMs, maxEntries: maxRepeated, maxKeyLength })
  }

  /** `make` must not depend on a person. It resolves to undefined for a response that must not be cached. */
  get(key: string, make: () => Promise<CachedResponse | undefined>): Promise<CachedResponse | undefined> {
    if (key.length > maxKeyLength) return make()
    return this.#made.get(key, async () => {
      const changes = this.#changes
      const response = await make()
      // Any change while it was created may concern what had already been read.
      if (response && changes !== this.#changes) response.isOutdated = true
      return response
    })
  }

  /** Sends a response of `get` to a visitor, and repeats it for other visitors. */
  async send(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<void> {
    addVisitorHeaders(reply, response)
    this.#sent.add(request, reply, response)
    if (isNotModified(request, response)) reply.status(304).send()
    else await sendBytes(request, reply, response)
  }

  /** Responds to a request that a visitor has just sent in the same form. */
  repeat(request: FastifyRequest, reply: FastifyReply): boolean {
    return this.#sent.repeat(request, reply)
  }

  /** Drops the responses that a change affects, and those that are being created. */
  drop(change: Change) {
    this.#changes++
    this.#made.drop((response) => response.isAffectedBy(change))
    this.#sent.drop(change)
  }

  /** Repeated responses count as hits as well. */
  get use(): CacheUse {
    const { hits, ...rest } = this.#made.use
    return { hits: hits + this.#sent.repeated, ...rest }
  }
}

/** Call it before everything that a repeated response does not need. */
export function cacheResponses(app: FastifyInstance, context: Context, freshMs: number): void {
  const cache = new ResponseCache(freshMs)
  const changes = followChanges(context, (change) => cache.drop(change))
  app.decorate('responseCache', cache)
  app.addHook('onRequest', (request, reply, done) => {
    if (!cache.repeat(request, reply)) done()
  })
  // In this process before the response to the change, in other processes as soon as it is committed.
  app.addHook('onSend', async (request, { statusCode }) => {
    if (cache.isEnabled && request.viewer && statusCode < 400 && !isMinorRequest(request))
      await changes.catchUp()
  })
  app.addHook('onClose', () => changes.stop())
}
