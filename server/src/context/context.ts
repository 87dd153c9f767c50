import { join } from 'node:path'
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts'
import { connect, type Sql } from '../db/sql.ts'
import { createMail, type Mail } from '../delivery/mail.ts'
import { contactOf, createPush, type Push } from '../delivery/push.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import type { Signer } from '../lib/security/signer.ts'
import { createStorage } from '../media/storage/create-storage.ts'
import type { Storage } from '../media/storage/storage.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import type { Config } from './config.ts'
import { createFilesCheck, type FilesState } from './files-check.ts'

/** The dependencies of features: settings, database, storage, mail and push. Built once per process. */
export interface Context {
  config: Config
  databaseUrl: string
  sql: Sql
  storage: Storage
  mail: Mail
  push: Push
  log: Logger
  clock: Clock
  metrics: Metrics
  /** Whether files can be read and written at the moment. */
  checkFiles(): Promise<FilesState>
  /** Whether the embedded database could not be restarted for minutes. Always false with DATABASE_URL. */
  isDatabaseLost(): boolean
  close(): Promise<void>
}

/** The context of the HTTP server, which also signs URLs. */
export interface AppContext extends Context {
  signer: Signer
}

export async function createContext(
  config: Config,
  log: Logger = createLogger(config.logLevel),
): Promise<Context> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const sql = connect(databaseUrl)
  try {
    const storage = await createStorage({
      dir: join(config.dataDir, 'media'),
      ...(config.storageUrl && { url: config.storageUrl }),
      ...(config.mediaPublicUrl && { publicUrl: config.mediaPublicUrl }),
    })
    const mail = createMail({
      url: config.mailUrl,
      from: config.mailFrom,
      outboxDir: join(config.dataDir, 'outbox'),
      log,
    })
    const close = async () => {
      mail.close()
      await sql.end({ timeout: 1 })
      await embedded?.stop()
    }
    const push = createPush({ contact: contactOf(config) })
    const isDatabaseLost = () => embedded?.isLost() ?? false
    const metrics = createMetrics()
    const checkFiles = createFilesCheck(config, storage, log)
    return {
      ...{ config, databaseUrl, sql, storage, mail, push, log, metrics },
      ...{ clock: systemClock, checkFiles, isDatabaseLost, close },
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    await embedded?.stop()
    throw error
  }
}
