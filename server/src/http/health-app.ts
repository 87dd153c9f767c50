import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { Context } from '../context.ts'
import { serveHealth } from './health.ts'
import { addShutdown } from './shutdown.ts'

/** What a worker serves on its port: its health and nothing else. */
export function buildHealthApp(context: Context): FastifyInstance {
  const app = fastify({
    // Probes come every few seconds and are not worth two log lines each.
    loggerInstance: context.log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    requestTimeout: 10_000,
    connectionTimeout: 10_000,
    forceCloseConnections: 'idle',
  })
  addShutdown(app)
  serveHealth(app, context)
  return app
}
