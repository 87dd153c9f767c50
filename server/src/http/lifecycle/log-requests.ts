import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Logger, withoutActivity, withoutRedaction } from '../../lib/logger.ts'

/** Logs one line per request, after its response; a line before it is only for debugging. */
export class RequestLog extends LogController {
  readonly #completed: Logger

  constructor(log: Logger) {
    super()
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
    const line = { req: request, res: { statusCode: raw.statusCode }, responseTime: elapsedTime }
    if (error) request.log.error({ ...line, err: error }, 'request errored')
    else this.#completed.info({ reqId: request.id, ...line }, 'request completed')
  }
}
