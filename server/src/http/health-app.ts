import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { Context } from '../context.ts'
import { addDrain } from './drain.ts'
import { serveHealth } from './health.ts'

/** What a worker answers on its port: whether it lives and can work, and nothing else. */
export function buildHealthApp(context: Context): FastifyInstance {
  const app = fastify({
    // A probe every few seconds is not worth two lines each.
    loggerInstance: context.log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    requestTimeout: 10_000,
    connectionTimeout: 10_000,
    forceCloseConnections: 'idle',
  })
  addDrain(app)
  serveHealth(app, context)
  return app
}
