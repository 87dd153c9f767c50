import type { Config } from '../../server/src/context/config.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../../server/src/db/embedded/embedded.ts'
import { createLogger, type Logger } from '../../server/src/lib/logger.ts'

interface Database {
  url: string
  /** False if it was started for this program. */
  isRunning: boolean
  log: Logger
}

/** Calls `work` with the site's database. The embedded one is started if the site is not running. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const log = createLogger(config.logLevel)
  const running = config.databaseUrl ?? (await findRunningPostgres(config.dataDir))
  if (running) return work({ url: running, isRunning: true, log })
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    return await work({ url: embedded.url, isRunning: false, log })
  } finally {
    await embedded.stop()
  }
}
