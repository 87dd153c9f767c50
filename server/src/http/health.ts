import { limits } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Sql } from '../db/sql.ts'
import { describeBytes } from '../lib/bytes.ts'
import { freeBytesOf } from '../lib/disk.ts'
import type { Storage } from '../media/storage/storage.ts'

interface Checked {
  config: Config
  sql: Sql
  storage: Storage
  isDatabaseLost(): boolean
}

/**
 * /healthz: the process runs, and nothing is broken that a restart of it might fix. /readyz: it can do its work, and
 * is not about to stop.
 */
export function serveHealth(app: FastifyInstance, { config, sql, storage, isDatabaseLost }: Checked) {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    if (isDatabaseLost()) return reply.status(503).send({ status: 'failed', database: 'failed' })
    return { status: 'ok' }
  })
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (app.shutdown.isStopping) return reply.status(503).send({ status: 'stopping' })
    const checks = { database: sql`select 1`, storage: storage.check(), disk: checkDisk(config.dataDir) }
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

/** Below the reserve no new data is accepted: the rest of the disk is for the database. */
async function checkDisk(folder: string): Promise<void> {
  const free = await freeBytesOf(folder)
  if (free < limits.reservedDiskBytes) throw new Error(`Only ${describeBytes(free)} are free in ${folder}`)
}
