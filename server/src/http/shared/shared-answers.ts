import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context.ts'
import { hasSessionCookie } from '../access/sessions.ts'
import { isKnown } from '../files/etag.ts'
import { type CacheUse, FreshCache } from './fresh-cache.ts'
import { isHarmless } from './harmless.ts'
import { chooseEncoding, type SharedAnswer } from './shared-answer.ts'

/** Triggers notify of everything that visitors can see, except for counts (migration 32). */
const channel = 'public_changes'
/** Longer addresses are rare, and not worth remembering. */
const maxKeyLength = 500
const limits = { maxEntries: 2000, maxBytes: 48 * 1024 * 1024 }

declare module 'fastify' {
  interface FastifyInstance {
    sharedAnswers: SharedAnswers
  }
}

/** An answer as it was sent, for the next visitor who asks the same. */
interface Repeatable {
  answer: SharedAnswer
  /** Names and values in turn, without those that belong to one request. */
  headers: string[]
}

/**
 * What is the same for all visitors is made once and kept for a moment as finished bytes, plain and compressed
 * (decision 48). Nothing here may depend on who asks.
 */
export class SharedAnswers {
  readonly #cache: FreshCache<SharedAnswer>
  readonly #repeatable = new Map<string, Repeatable>()
  /** The answers whose making began after the last change. */
  #current = new WeakSet<SharedAnswer>()
  readonly #freshMs: number
  #repeated = 0

  constructor(freshMs: number) {
    this.#freshMs = freshMs
    this.#cache = new FreshCache({ ...limits, freshMs })
  }

  /**
   * `make` must not know a person. It resolves to undefined for what must not be kept. If it fails for one, who may have
   * asked too often, the others who wait try themselves.
   */
  get(key: string, make: () => Promise<SharedAnswer | undefined>): Promise<SharedAnswer | undefined> {
    if (key.length > maxKeyLength) return make()
    return this.#cache.find(key)?.catch(make) ?? this.#cache.keep(key, this.#makeCurrent(make))
  }

  async #makeCurrent(make: () => Promise<SharedAnswer | undefined>) {
    const current = this.#current
    const answer = await make()
    if (answer) current.add(answer)
    return answer
  }

  clear() {
    this.#cache.clear()
    this.#repeatable.clear()
    this.#current = new WeakSet()
  }

  /** An answer that is repeated is a hit as well. */
  get use(): CacheUse {
    const { hits, ...rest } = this.#cache.use
    return { hits: hits + this.#repeated, ...rest }
  }

  /** Sends it to a visitor, who may keep it but has to ask whether it is still the same. */
  async send(request: FastifyRequest, reply: FastifyReply, answer: SharedAnswer): Promise<void> {
    reply.headers({ 'cache-control': 'no-cache', etag: answer.etag })
    const others = String(reply.getHeader('vary') ?? '')
    if (!others.includes(variedHeaders))
      reply.header('vary', others ? `${others}, ${variedHeaders}` : variedHeaders)
    this.#note(request, reply, answer)
    if (answer.status === 200 && isKnown(request, answer.etag)) reply.status(304).send()
    else await sendBytes(request, reply, answer)
  }

  /** Answers a request from memory, before anything else is done for it, if another visitor has just asked the same. */
  repeat(request: FastifyRequest, reply: FastifyReply): boolean {
    const found = this.#repeatable.get(keyOf(request))
    if (!found || !isFromVisitor(request)) return false
    const { answer, headers } = found
    if (!this.#isFresh(answer)) return false
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const bytes = answer.find(encoding)
    if (!bytes) return false
    this.#repeated++
    reply.hijack()
    const own = ['x-request-id', request.id]
    if (answer.status === 200 && isKnown(request, answer.etag)) {
      reply.raw.writeHead(304, [...headers, ...own]).end()
      return true
    }
    own.push('content-type', answer.type, 'content-length', String(bytes.length))
    if (encoding) own.push('content-encoding', encoding)
    reply.raw.writeHead(answer.status, [...headers, ...own]).end(bytes)
    return true
  }

  #note(request: FastifyRequest, reply: FastifyReply, answer: SharedAnswer) {
    const key = keyOf(request)
    if (key.length > maxKeyLength || !this.#current.has(answer) || !isFromVisitor(request)) return
    this.#forgetOld()
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => !ofOneRequest.has(name))
      .flatMap(([name, value]) => [name, String(value)])
    this.#repeatable.delete(key)
    this.#repeatable.set(key, { answer, headers })
  }

  /** The oldest are first. */
  #forgetOld() {
    for (const [key, { answer }] of this.#repeatable) {
      if (this.#isFresh(answer) && this.#repeatable.size < limits.maxEntries) return
      this.#repeatable.delete(key)
    }
  }

  #isFresh = ({ madeAt }: SharedAnswer) => performance.now() - madeAt < this.#freshMs
}

/** What the answer to the same address depends on, for the caches of browsers and proxies. */
export const variedHeaders = 'accept-encoding, cookie'

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

/** Pages of other sites (CORS_ORIGINS) send Origin, and get headers of their own. */
const isFromVisitor = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.origin === undefined && !hasSessionCookie(headers.cookie)

/** Also for a signed-in person whose answer is the same. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SharedAnswer,
): Promise<void> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  reply.status(answer.status).type(answer.type)
  if (encoding) reply.header('content-encoding', encoding)
  reply.send(encoding ? await answer.encoded(encoding) : answer.plain)
}

/** Has to be called before anything that a repeated answer does not need. */
export function shareAnswers(app: FastifyInstance, { sql, log }: Context, freshMs: number): void {
  const answers = new SharedAnswers(freshMs)
  const clear = () => answers.clear()
  app.decorate('sharedAnswers', answers)
  app.addHook('onRequest', (request, reply, done) => {
    if (!answers.repeat(request, reply)) done()
  })
  // Here before the change is answered, and in other processes as soon as it is committed.
  app.addHook('onSend', async (request, { statusCode }) => {
    if (request.viewer && statusCode < 400 && !isHarmless(request)) clear()
  })
  // The last function is called when a lost connection is back: changes were missed in between.
  const listening = sql.listen(channel, clear, clear)
  listening.catch((error: unknown) => log.error({ err: error }, 'cannot listen for changes'))
  app.addHook('onClose', () => listening.then((listener) => listener.unlisten()).catch(() => {}))
}
