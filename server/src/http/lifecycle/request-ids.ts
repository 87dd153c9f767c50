import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../context/config.ts'
import { currentActivity, isRequestId, runActivity } from '../../lib/activity.ts'
import type { Logger } from '../../lib/logger.ts'

/** Keeps the id of a trusted proxy, so that its log and ours can be matched. */
export function createRequestId(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { headers }: IncomingMessage,
): string {
  const given = headers['x-request-id']
  return trustProxy !== false && isRequestId(given) ? given : randomUUID()
}

/** Responses that are repeated from memory do not get here and need no activity (decision 60). */
export function startActivities(app: FastifyInstance, log: Logger): void {
  app.addHook('onRequest', (request, _reply, done) => runActivity({ requestId: request.id, log }, done))
  // A body arrives in events of the connection, which lose the activity of the request, so it is started again.
  app.addHook('preValidation', ({ id }, _reply, done) => {
    if (currentActivity()?.requestId === id) done()
    else runActivity({ requestId: id, log }, done)
  })
}
