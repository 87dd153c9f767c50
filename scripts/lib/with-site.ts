import { join } from 'node:path'
import type { Site } from '../../server/src/backup/site.ts'
import { readConfig } from '../../server/src/context/config.ts'
import { connect } from '../../server/src/db/sql.ts'
import { createStorage } from '../../server/src/media/storage/create-storage.ts'
import { withDatabase } from './with-database.ts'

interface SiteOptions {
  /** The name of the program's database connections. */
  applicationName: string
  /** Refuses a site whose embedded database is in use. */
  isStopped?: boolean
}

/** Calls `work` with the configured database and store. */
export async function withSite<T>(
  { applicationName, isStopped = false }: SiteOptions,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  return withDatabase(config, async ({ url: databaseUrl, isRunning }) => {
    if (isStopped && isRunning && !config.databaseUrl)
      throw new Error('Vireo is running in this DATA_DIR. Stop it first.')
    const sql = connect(databaseUrl, { max: 4, applicationName, isRecycled: false })
    try {
      const storage = await createStorage({
        dir: join(config.dataDir, 'media'),
        ...(config.storageUrl && { url: config.storageUrl }),
      })
      return await work({ sql, databaseUrl, storage, scratchDir: config.scratchDir })
    } finally {
      await sql.end({ timeout: 1 })
    }
  })
}
