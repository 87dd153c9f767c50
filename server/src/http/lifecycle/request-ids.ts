import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../context/config.ts'
import { currentActivity, isRequestId, runActivity } from '../../lib/activity.ts'
import type { Logger } from '../../lib/logger.ts'

/** The id of a trusted proxy is kept, so that its log and ours can be read together. */
export function createRequestId(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { headers }: IncomingMessage,
): string {
  const given = headers['x-request-id']
  return trustProxy !== false && isRequestId(given) ? given : randomUUID()
}

/** Has to be called after what answers from memory, which needs no activity. */
export function startActivities(app: FastifyInstance, log: Logger): void {
  app.addHook('onRequest', (request, _reply, done) => runActivity({ requestId: request.id, log }, done))
  // A body arrives in events of the connection, which belong to no request, and what follows would not either.
  app.addHook('preValidation', ({ id }, _reply, done) => {
    if (currentActivity()?.requestId === id) done()
    else runActivity({ requestId: id, log }, done)
  })
}
