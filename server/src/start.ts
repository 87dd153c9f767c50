import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type Context, createContext } from './context.ts'
import { migrate } from './db/migrate.ts'
import { migrateJobs } from './jobs/run-worker.ts'
import type { Logger } from './lib/logger.ts'
import { sweepScratch } from './lib/scratch.ts'
import { findIsolation } from './media/sandbox/sandbox.ts'
import { announceSamples, prepareSamples, startSamples } from './seed/seed.ts'
import { runWorker } from './worker.ts'

/** How long requests may take to finish once the process is asked to stop. */
const drainMs = 10_000

const noNamespaces = 'this system does not allow user and mount namespaces (unshare, util-linux)'
const isolationWarnings = {
  none: `ffmpeg is not isolated: ${noNamespaces}. It gets none of the settings, but a flaw in it could reach the network and the files of this server.`,
  'other-user': `ffmpeg is isolated by another user only: ${noNamespaces}. A flaw in it could reach the network and files that every user may read.`,
}

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
  const stops: (() => Promise<void>)[] = [context.close]
  const stop = async () => {
    for (const stopPart of stops.reverse()) await stopPart()
  }
  try {
    await prepareDatabase(context)
    await sweepScratch(config.scratchDir)
    const isolation = await findIsolation()
    if (isolation !== 'namespaces') context.log.warn(isolationWarnings[isolation])
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
