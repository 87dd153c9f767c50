import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { Context } from '../../context/context.ts'
import { addShutdown } from './shutdown.ts'

/**
 * /healthz fails if a restart of the process might help. /readyz fails if the process is about to stop or the database
 * does not answer. It also reports the state of files, but does not fail without them: pages still work then, and as
 * all processes share a store, a load balancer would take the whole site offline.
 */
export function serveHealth(app: FastifyInstance, { sql, checkFiles, isDatabaseLost }: Context) {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    if (isDatabaseLost()) return reply.status(503).send({ status: 'failed', database: 'failed' })
    return { status: 'ok' }
  })
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (app.shutdown.isStopping) return reply.status(503).send({ status: 'stopping' })
    const [isAnswered, files] = await Promise.all([
      sql`select 1`.then(
        () => true,
        (error: unknown) => {
          request.log.warn({ err: error }, 'not ready')
          return false
        },
      ),
      checkFiles(),
    ])
    const state = isAnswered ? 'ok' : 'failed'
    return reply.status(isAnswered ? 200 : 503).send({ status: state, database: state, ...files })
  })
}

/** The HTTP server of a worker, for monitoring. */
export function buildHealthApp(context: Context): FastifyInstance {
  const app = fastify({
    // Monitoring sends requests every few seconds, which need not be logged.
    loggerInstance: context.log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    requestTimeout: 10_000,
    connectionTimeout: 10_000,
    forceCloseConnections: 'idle',
  })
  addShutdown(app)
  serveHealth(app, context)
  return app
}
