import { limits } from '@vireo/contract'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { Context } from '../../context/context.ts'
import { freeBytesOf } from '../../lib/files/disk.ts'
import { describeBytes } from '../../lib/text/bytes.ts'
import { addShutdown } from './shutdown.ts'

/**
 * /healthz fails if a restart of the process might help. /readyz fails if the process cannot work at the moment or is
 * about to stop.
 */
export function serveHealth(app: FastifyInstance, { config, sql, storage, isDatabaseLost }: Context) {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    if (isDatabaseLost()) return reply.status(503).send({ status: 'failed', database: 'failed' })
    return { status: 'ok' }
  })
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (app.shutdown.isStopping) return reply.status(503).send({ status: 'stopping' })
    const checks = { database: sql`select 1`, storage: storage.check(), disk: checkDisk(config.dataDir) }
    const results = await Promise.allSettled(Object.values(checks))
    const outcomes = Object.fromEntries(
      Object.keys(checks).map((name, i) => [name, results[i]?.status === 'fulfilled' ? 'ok' : 'failed']),
    )
    for (const result of results)
      if (result.status === 'rejected') request.log.warn({ err: result.reason }, 'not ready')
    const isReady = results.every((result) => result.status === 'fulfilled')
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'failed', ...outcomes })
  })
}

/** Below the reserve no new data is accepted, because the rest of the disk is for the database. */
async function checkDisk(folder: string): Promise<void> {
  const free = await freeBytesOf(folder)
  if (free < limits.reservedDiskBytes) throw new Error(`Only ${describeBytes(free)} are free in ${folder}`)
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
