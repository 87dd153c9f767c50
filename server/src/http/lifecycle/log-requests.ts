import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Logger, withoutActivity, withoutRedaction } from '../../lib/logger.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The client decides how long a response takes: it reads a file, or an open stream of events. */
    isPacedByClient?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Logs one line per request, after its response. Lines about successful reads are only for debugging, because there are
 * too many of them: players and visitors make dozens a minute.
 */
export class RequestLog extends LogController {
  readonly #completed: Logger
  readonly #slowMs: number

  /** A read that takes longer than `slowMs` is logged like a change. */
  constructor(log: Logger, slowMs: number) {
    super()
    this.#slowMs = slowMs
    this.#completed = withoutActivity(withoutRedaction(log))
  }

  override incomingRequest(request: FastifyRequest) {
    request.log.debug({ req: request }, 'incoming request')
  }
  override routeNotFound() {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    { raw, elapsedTime }: FastifyReply,
  ) {
    const isSlow = elapsedTime > this.#slowMs && request.routeOptions.config.isPacedByClient !== true
    const isRoutine = isRead(request, raw.statusCode) && !isSlow
    const level = isRoutine ? 'debug' : 'info'
    // Without the line's fields, which take longer than this.
    if (!error && !this.#completed.isLevelEnabled(level)) return
    const line = { req: request, res: { statusCode: raw.statusCode }, responseTime: elapsedTime }
    if (error) request.log.error({ ...line, err: error }, 'request errored')
    else this.#completed[level]({ reqId: request.id, ...line }, 'request completed')
  }
}

/** Redirects may be changes: providers of accounts lead back to the site with them. */
const isRead = ({ method, routeOptions }: FastifyRequest, status: number) =>
  safeMethods.has(method) &&
  (status < 300 || status === 304 || (status < 400 && routeOptions.config.isPacedByClient === true))
