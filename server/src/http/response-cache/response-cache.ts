import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context.ts'
import { countRequest } from '../lifecycle/count-requests.ts'
import { createRequestId } from '../lifecycle/request-ids.ts'
import type { CachedResponse } from './cached-response.ts'
import { type Change, followChanges } from './changes.ts'
import type { AnswerEarly } from './early-server.ts'
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
  /** While this is false, every request goes through all hooks. */
  mayRepeat = () => true
  #changes = 0

  constructor(freshMs: number) {
    this.isEnabled = freshMs > 0
    // A visitor who has reached a rate limit must not affect the others.
    this.#made = new FreshCache({ freshMs, maxBytes, retriesOwn: true })
    this.#sent = new RepeatedResponses({ freshMs, maxEntries: maxRepeated, maxKeyLength })
  }

  /** `make` must not depend on a person. It resolves to undefined for a response that must not be cached. */
  get(key: string, make: () => Promise<CachedResponse | undefined>): Promise<CachedResponse | undefined> {
    const makeMarked = async () => {
      const changes = this.#changes
      const response = await make()
      // Any change while it was created may concern what had already been read.
      if (response && changes !== this.#changes) response.isOutdated = true
      return response
    }
    return key.length > maxKeyLength ? makeMarked() : this.#made.get(key, makeMarked)
  }

  /** Sends a response of `get` to a visitor, and repeats it for other visitors. */
  async send(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<void> {
    addVisitorHeaders(reply, response)
    this.#sent.add(request, reply, response)
    if (isNotModified(request, response)) reply.status(304).send()
    else await sendBytes(request, reply, response)
  }

  /** Responds to a request that a visitor has just sent in the same form, and returns its route if there is one. */
  repeat(request: IncomingMessage, response: ServerResponse, id: string) {
    return this.mayRepeat() ? this.#sent.repeat(request, response, id) : undefined
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

/** Answers repeated requests before anything else is done for them, except counting them. */
export function repeatResponses(cache: ResponseCache, { config, log, metrics }: Context): AnswerEarly {
  // Lines for debugging have the address of the client, which Fastify finds out.
  if (log.isLevelEnabled('debug')) return () => false
  return (request, response) => {
    const startedAt = performance.now()
    const repeated = cache.repeat(request, response, createRequestId(config, request))
    if (!repeated) return false
    response.once('finish', () => {
      const { statusCode: status } = response
      const ms = performance.now() - startedAt
      countRequest(metrics, { method: 'GET', route: repeated.route, status, ms })
    })
    return true
  }
}

export function cacheResponses(app: FastifyInstance, cache: ResponseCache, context: Context): void {
  const changes = followChanges(context, (change) => cache.drop(change))
  app.decorate('responseCache', cache)
  cache.mayRepeat = () => !app.shutdown.isStopping
  // In this process before the response to the change, in other processes as soon as it is committed.
  app.addHook('onSend', async (request, { statusCode }) => {
    if (cache.isEnabled && request.viewer && statusCode < 400 && !isMinorRequest(request))
      await changes.catchUp()
  })
  app.addHook('onClose', () => changes.stop())
}
