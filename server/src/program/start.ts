import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../context/config.ts'
import { type Context, createContext } from '../context/context.ts'
import { migrate } from '../db/migrate.ts'
import { isDatabaseUnavailable } from '../db/sql.ts'
import { applyAdminEmail } from '../features/people/accounts/status/account-status.service.ts'
import { startAbandonedCheck } from '../features/publishing/videos/processing/abandoned-videos.service.ts'
import { serveMetrics } from '../features/staff/metrics/metrics.routes.ts'
import { offerAdminLink } from '../features/staff/moderation/admin-link.service.ts'
import { buildHealthApp } from '../http/lifecycle/health.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import { sweepScratch } from '../lib/files/scratch.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import { findIsolation } from '../media/sandbox/sandbox.ts'
import { buildApp } from './app.ts'
import { releaseMemoryAfterLoads } from './idle-memory.ts'
import { startSampleProviders } from './seed/sample-providers/sample-providers.ts'
import { poolOf, runWorker } from './worker.ts'

/** How long open requests may take after the signal to stop. The whole stop has 8 seconds. */
const closeWithinMs = 5000

const noNamespaces = 'this system does not allow user and mount namespaces (unshare, util-linux)'
const isolationWarnings = {
  none: `ffmpeg is not isolated: ${noNamespaces}. It gets none of the settings, but a flaw in it could reach the network and the files of this server.`,
  'other-user': `ffmpeg is isolated by another user only: ${noNamespaces}. A flaw in it could reach the network and files that every user may read.`,
}

interface Running {
  log: Logger
  stop(): Promise<void>
}

export async function prepareDatabase({
  sql,
  databaseUrl,
  log,
}: Pick<Context, 'sql' | 'databaseUrl' | 'log'>): Promise<void> {
  const applied = await migrate(sql)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  await migrateJobs(databaseUrl)
}

/** Runs one command on the database. */
export async function runOnce(config: Config, command: 'migrate' | 'seed'): Promise<void> {
  const context = await createContext(config)
  try {
    await prepareDatabase(context)
    if (command === 'seed') await (await loadSeed()).seed(context)
  } finally {
    await context.close()
  }
}

/** Starts the parts that the role needs. */
export async function start(config: Config, { isDemo }: { isDemo: boolean }): Promise<Running> {
  const log = createLogger(config.logLevel)
  const startingProviders = isDemo ? startSampleProviders(config, log) : undefined
  // Started early, because it waits for other programs, as the database does. It runs once; a failure is thrown below.
  findIsolation().catch(() => {})
  const base = await createContext(config, log)
  const samples = await startingProviders
  const context = samples?.providers.length
    ? { ...base, config: { ...config, providers: samples.providers } }
    : base
  surviveOutages(log)
  const parts: { stop(): Promise<void> }[] = [releaseMemoryAfterLoads(), ...(samples ? [samples] : [])]
  const stop = async () => {
    // In parallel, because the whole stop has 8 seconds.
    const results = await Promise.allSettled(parts.map((part) => part.stop()))
    for (const result of results)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'could not stop cleanly')
    await context.close()
  }
  try {
    await prepareDatabase(context)
    await context.sql.begin((tx) => applyAdminEmail(tx, context))
    await sweepScratch(config.scratchDir)
    const isolation = await findIsolation()
    if (isolation !== 'namespaces') log.warn(isolationWarnings[isolation])
    if (config.role !== 'all' && !config.mailUrl) warnAboutOutbox(context)
    const seed = isDemo ? await loadSeed() : undefined
    await seed?.prepareSamples(context)
    // HTTP starts first, because jobs can wait for a moment. A worker is ready when it runs jobs.
    if (config.role !== 'worker') parts.push(await serve(context))
    if (config.role !== 'api') parts.push(await runWorker(context), startAbandonedCheck(context))
    if (config.role === 'worker') parts.push(await serveWorkerHealth(context))
    if (seed) {
      seed.announceSamples(log)
      parts.push(seed.startSamples(context))
    }
    return { log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Only when it is needed, because loading it takes a while. */
const loadSeed = () => import('./seed/seed.ts')

/** postgres.js loads types on every new connection, and there is no other way to catch an error of that. */
function surviveOutages(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseUnavailable(error)) throw error
    log.warn({ err: error }, 'the database became unavailable')
  })
}

async function serve(context: Context) {
  const { config, log } = context
  const app = await buildApp(context)
  const address = await listen(app, config)
  const origin = config.publicUrl ?? address
  log.info(`Vireo is ready at ${origin}`)
  await offerAdminLink(context, origin)
  return { stop: () => app.shutdown.close(closeWithinMs) }
}

async function serveWorkerHealth(context: Context) {
  const app = buildHealthApp(context)
  serveMetrics(app, context, { caches: {}, poolOf })
  const address = await listen(app, context.config)
  context.log.info(`Vireo worker is ready, with its health check at ${address}/readyz`)
  return { stop: () => app.shutdown.close(closeWithinMs) }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  const address = await app.listen({ port, host })
  return address.replace('127.0.0.1', 'localhost')
}

/** With several processes, sign-up codes are in the outbox of the worker that sent them, which is easy to miss. */
function warnAboutOutbox({ config, log }: Context): void {
  const outbox = join(config.dataDir, 'outbox')
  log.warn(
    config.role === 'worker'
      ? `MAIL_URL is not set: mail that this worker sends, sign-up codes too, goes to its log and to ${outbox}`
      : 'MAIL_URL is not set: workers send the mail, so look for sign-up codes in their logs and outboxes',
  )
}
