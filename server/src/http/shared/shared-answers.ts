import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context.ts'
import { type CacheUse, FreshCache } from './fresh-cache.ts'
import { isMinorRequest } from './minor-requests.ts'
import { addVisitorHeaders, hasKept, sendBytes } from './send-answer.ts'
import { SentAnswers } from './sent-answers.ts'
import type { SharedAnswer } from './shared-answer.ts'

/** Triggers send a notification for each change that visitors can see, except for counts (migration 32). */
const channel = 'public_changes'
/** Longer addresses are rare and not worth caching. */
const maxKeyLength = 500
const maxBytes = 48 * 1024 * 1024
const maxSentAnswers = 2000

declare module 'fastify' {
  interface FastifyInstance {
    sharedAnswers: SharedAnswers
  }
}

/**
 * Responses that are the same for all visitors are made once and cached for a moment as finished bytes, plain and
 * compressed (decision 48). Nothing here may depend on the requester.
 */
export class SharedAnswers {
  readonly #made: FreshCache<SharedAnswer>
  readonly #sent: SentAnswers

  constructor(freshMs: number) {
    // A visitor who has reached a rate limit must not affect the others.
    this.#made = new FreshCache({ freshMs, maxBytes, retriesOwn: true })
    this.#sent = new SentAnswers({ freshMs, maxEntries: maxSentAnswers, maxKeyLength })
  }

  /** `make` must not depend on a person. It resolves to undefined for an answer that must not be cached. */
  get(key: string, make: () => Promise<SharedAnswer | undefined>): Promise<SharedAnswer | undefined> {
    if (key.length > maxKeyLength) return make()
    return this.#made.get(key, make)
  }

  /** Sends an answer of `get` to a visitor, and repeats it for other visitors. */
  async send(request: FastifyRequest, reply: FastifyReply, answer: SharedAnswer): Promise<void> {
    addVisitorHeaders(reply, answer)
    this.#sent.add(request, reply, answer)
    if (hasKept(request, answer)) reply.status(304).send()
    else await sendBytes(request, reply, answer)
  }

  /** Responds to a request that a visitor has just sent in the same form. */
  repeat(request: FastifyRequest, reply: FastifyReply): boolean {
    return this.#sent.repeat(request, reply)
  }

  clear() {
    this.#made.clear()
    this.#sent.clear()
  }

  /** Repeated responses count as hits as well. */
  get use(): CacheUse {
    const { hits, ...rest } = this.#made.use
    return { hits: hits + this.#sent.repeated, ...rest }
  }
}

/** Call it before everything that a repeated response does not need. */
export function shareAnswers(app: FastifyInstance, { sql, log }: Context, freshMs: number): void {
  const answers = new SharedAnswers(freshMs)
  const clear = () => answers.clear()
  app.decorate('sharedAnswers', answers)
  app.addHook('onRequest', (request, reply, done) => {
    if (!answers.repeat(request, reply)) done()
  })
  // In this process before the response to the change, in other processes as soon as it is committed.
  app.addHook('onSend', async (request, { statusCode }) => {
    if (request.viewer && statusCode < 400 && !isMinorRequest(request)) clear()
  })
  // The last function is called when a lost connection is restored, because changes may have been missed.
  const listening = sql.listen(channel, clear, clear)
  listening.catch((error: unknown) => log.error({ err: error }, 'cannot listen for changes'))
  app.addHook('onClose', () => listening.then((listener) => listener.unlisten()).catch(() => {}))
}
