import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type Context, createContext } from './context.ts'
import { migrate } from './db/migrate.ts'
import { isDatabaseAway } from './db/sql.ts'
import { migrateJobs } from './jobs/run-worker.ts'
import type { Logger } from './lib/logger.ts'
import { sweepScratch } from './lib/scratch.ts'
import { announceSamples, prepareSamples, startSamples } from './seed/seed.ts'
import { runWorker } from './worker.ts'

/** How long requests may take to finish once the process is asked to stop. */
const drainMs = 10_000

interface Running {
  log: Logger
  stop(): Promise<void>
}

export async function prepareDatabase({ sql, databaseUrl, log }: Context): Promise<void> {
  const applied = await migrate(sql)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  await migrateJobs(databaseUrl)
}

/** Starts what the role asks for and answers the way to stop it again. */
export async function start(config: Config, { isDemo }: { isDemo: boolean }): Promise<Running> {
  const context = await createContext(config)
  outliveOutages(context.log)
  const stops: (() => Promise<void>)[] = [context.close]
  const stop = async () => {
    for (const stopPart of stops.reverse()) await stopPart()
  }
  try {
    await prepareDatabase(context)
    await sweepScratch(config.scratchDir)
    if (config.role !== 'api') stops.push((await runWorker(context)).stop)
    if (isDemo) await prepareSamples(context)
    if (config.role !== 'worker') stops.push(await serve(context))
    if (isDemo) {
      announceSamples(context.log)
      stops.push(startSamples(context).stop)
    }
    return { log: context.log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** postgres.js asks every new connection for its types, and leaves it to nobody to hear that this failed. */
function outliveOutages(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseAway(error)) throw error
    log.warn({ err: error }, 'the database went away')
  })
}

async function serve(context: Context): Promise<() => Promise<void>> {
  const { config, log } = context
  const app = await buildApp(context)
  const address = await app.listen({ port: config.port, host: config.host })
  log.info(`Vireo is ready at ${config.publicUrl ?? address.replace('127.0.0.1', 'localhost')}`)
  return async () => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs)
    await app.close()
    clearTimeout(cutOff)
  }
}
