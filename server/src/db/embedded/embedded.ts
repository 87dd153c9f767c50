import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findBinaries } from './binaries.ts'
import { type Cluster, findCluster, handOver, recordCluster, refuseForeign } from './cluster.ts'
import { ensureDatabase, urlOf } from './database.ts'
import { initialise, removeLeftovers } from './initialise.ts'
import { type Lock, lockFolder } from './lock.ts'
import { type Log, openLogFile } from './log-file.ts'
import { clearOrphan, findRunningPort } from './orphan.ts'
import { ensurePassword, readPassword } from './password.ts'
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { chooseSetting, type Setting } from './setting.ts'
import { type Supervised, supervise } from './supervise.ts'

export interface EmbeddedPostgres {
  /** postgres://vireo:PASSWORD@127.0.0.1:PORT/vireo; it stays the same across restarts of PostgreSQL. */
  url: string
  /** PostgreSQL has been down for minutes. It is still being restarted. */
  isLost(): boolean
  /** Shuts the database down and gives DATA_DIR free. May be called more than once. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** DATA_DIR, absolute. */
  dataDir: string
  log: Log
  /** For tests only: quicker, but a power cut may destroy the data. */
  fast?: boolean
}

/** What only the tests of this folder change. */
interface Circumstances {
  allowNamespaces?: boolean
  shelter?: string
  lostAfterMs?: number
}

/** Starts PostgreSQL in DATA_DIR, which is this process's alone until `stop`. */
export async function startEmbeddedPostgres(
  options: EmbeddedOptions,
  circumstances: Circumstances = {},
): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDir(options.dataDir)
  const locks = new Map<string, Lock>()
  const lock = (folder: string) => locks.has(folder) || locks.set(folder, lockFolder(folder))
  const unlock = () => {
    for (const held of locks.values()) held.release()
  }
  lock(dataDir)
  try {
    const { url, supervised } = await start({ ...options, dataDir }, circumstances, lock)
    return handOut(url, supervised, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** The address of the PostgreSQL that another process runs in DATA_DIR; undefined if none is ready there. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const cluster = await findCluster(dataDir)
  const port = await findRunningPort(cluster)
  const password = port && (await readPassword(dataDir))
  return port && password ? urlOf({ port, password }, 'vireo') : undefined
}

async function start(
  options: EmbeddedOptions,
  circumstances: Circumstances,
  lock: (folder: string) => unknown,
): Promise<{ url: string; supervised: Supervised }> {
  const { dataDir, log, fast = false } = options
  const { allowNamespaces = true, shelter = process.platform === 'darwin' ? '/var/db' : '/var/lib' } =
    circumstances
  const binaries = await findBinaries()
  const found = await findCluster(dataDir)
  if (found.exists) await refuseForeign(found)
  // A cluster outside DATA_DIR is locked too: two copies of one DATA_DIR would point to it.
  lock(dirname(found.dir))
  await clearOrphan(found, log)
  const setting = await chooseSetting({ dataDir, cluster: found, binaries, shelter, allowNamespaces, log })
  const { cluster, runner } = setting
  lock(dirname(cluster.dir))
  await removeLeftovers(dirname(cluster.dir))
  if (cluster.exists) await handOver(cluster, runner)
  const password = await ensurePassword(dataDir, setting)
  if (!cluster.exists) {
    log.info({ database: cluster.dir, as: runner.name }, 'Making a new PostgreSQL database')
    await initialise(setting, password, fast)
    await recordCluster(dataDir, cluster)
  }
  const postmaster = await run(setting, options)
  await prepareDatabase(postmaster, password, cluster)
  const { port } = postmaster
  const restart = async (signal: AbortSignal) => {
    await clearOrphan(cluster, log)
    return run(setting, options, { port, signal })
  }
  const { lostAfterMs } = circumstances
  return {
    url: urlOf({ port, password }, 'vireo'),
    supervised: supervise(postmaster, { restart, log, lostAfterMs }),
  }
}

/** Starts the server process on an initialised cluster. */
async function run(
  setting: Setting,
  { dataDir, log, fast: isFast = false }: EmbeddedOptions,
  again: { port?: number; signal?: AbortSignal } = {},
): Promise<Postmaster> {
  const begun = performance.now()
  const { cluster, runner } = setting
  const logFile = await openLogFile(dataDir)
  try {
    const postmaster = await startPostmaster(setting, { logFile, log, isFast, ...again })
    const { pid, port } = postmaster
    const ms = Math.round(performance.now() - begun)
    log.info({ pid, port, database: cluster.dir, as: runner.name, ms }, 'PostgreSQL is ready')
    return postmaster
  } finally {
    await logFile.close()
  }
}

async function prepareDatabase(postmaster: Postmaster, password: string, cluster: Cluster): Promise<void> {
  try {
    await ensureDatabase({ port: postmaster.port, password }, !cluster.exists)
  } catch (error) {
    await stopPostmaster(postmaster)
    throw error
  }
}

async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
  }
}

function handOut(url: string, supervised: Supervised, unlock: () => void): EmbeddedPostgres {
  let stopping: Promise<void> | undefined
  // For a process that ends without `stop`; it also keeps the lock from the garbage collector.
  const onExit = () => {
    supervised.signalEnd()
    unlock()
  }
  process.once('exit', onExit)
  const stop = async () => {
    await supervised.stop()
    process.off('exit', onExit)
    unlock()
  }
  return {
    url,
    isLost: supervised.isLost,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
