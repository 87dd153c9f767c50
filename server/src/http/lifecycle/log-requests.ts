import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line for each request, when it has been answered; one before it only for debugging. */
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
