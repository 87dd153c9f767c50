import type { FastifyInstance } from 'fastify'
import type { Sql } from '../db/sql.ts'
import type { Storage } from '../media/storage/storage.ts'

/** /healthz: the process lives. /readyz: it can do its work, and will not stop in the next seconds. */
export function serveHealth(app: FastifyInstance, { sql, storage }: { sql: Sql; storage: Storage }) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (app.drain.isStopping) return reply.status(503).send({ status: 'stopping' })
    const checks = { database: sql`select 1`, storage: storage.check() }
    const results = await Promise.allSettled(Object.values(checks))
    const answers = Object.fromEntries(
      Object.keys(checks).map((name, i) => [name, results[i]?.status === 'fulfilled' ? 'ok' : 'failed']),
    )
    for (const result of results)
      if (result.status === 'rejected') request.log.warn({ err: result.reason }, 'not ready')
    const isReady = results.every((result) => result.status === 'fulfilled')
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'failed', ...answers })
  })
}
