import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Logs one line per request, after its response; a line before it is only for debugging. */
export class RequestLog extends LogController {
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
    else request.log.info(line, 'request completed')
  }
}
