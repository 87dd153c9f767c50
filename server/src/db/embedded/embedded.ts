import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findBinaries } from './binaries.ts'
import { assertOwnCluster, type Cluster, changeOwner, findCluster, recordCluster } from './cluster.ts'
import { ensureDatabase, urlOf } from './database.ts'
import { initialise, removeLeftovers } from './initialise.ts'
import { type Lock, lockFolder } from './lock.ts'
import { type Log, openLogFile } from './log-file.ts'
import { ensurePassword, readPassword } from './password.ts'
import { clearOrphan, findRunningPort } from './process/orphan.ts'
import { type Postmaster, startPostmaster, stopPostmaster } from './process/postmaster.ts'
import { chooseRunPlan, type RunPlan } from './process/run-plan.ts'
import { type Supervised, supervise } from './process/supervise.ts'

interface EmbeddedPostgres {
  /** postgres://vireo:PASSWORD@127.0.0.1:PORT/vireo; it stays the same across restarts of PostgreSQL. */
  url: string
  /** PostgreSQL has been down for minutes. It is still being restarted. */
  isLost(): boolean
  /** Shuts the database down and unlocks DATA_DIR. May be called more than once. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** DATA_DIR, absolute. */
  dataDir: string
  log: Log
  /** For tests only: faster, but a power cut may destroy the data. */
  fast?: boolean
}

/** Only the tests of this folder set these. */
interface Overrides {
  allowNamespaces?: boolean
  fallbackDir?: string
  lostAfterMs?: number
}

/** Starts PostgreSQL in DATA_DIR and locks DATA_DIR for this process until `stop`. */
export async function startEmbeddedPostgres(
  options: EmbeddedOptions,
  overrides: Overrides = {},
): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDir(options.dataDir)
  const locks = new Map<string, Lock>()
  const lock = (folder: string) => locks.has(folder) || locks.set(folder, lockFolder(folder))
  const unlock = () => {
    for (const held of locks.values()) held.release()
  }
  lock(dataDir)
  try {
    const { url, supervised } = await start({ ...options, dataDir }, overrides, lock)
    return toHandle(url, supervised, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** The URL of the PostgreSQL that another process runs in DATA_DIR; undefined if none is ready. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const cluster = await findCluster(dataDir)
  const port = await findRunningPort(cluster)
  const password = port && (await readPassword(dataDir))
  return port && password ? urlOf({ port, password }, 'vireo') : undefined
}

async function start(
  options: EmbeddedOptions,
  overrides: Overrides,
  lock: (folder: string) => unknown,
): Promise<{ url: string; supervised: Supervised }> {
  const { dataDir, log, fast = false } = options
  const { allowNamespaces = true, fallbackDir = process.platform === 'darwin' ? '/var/db' : '/var/lib' } =
    overrides
  const binaries = await findBinaries()
  const found = await findCluster(dataDir)
  if (found.exists) await assertOwnCluster(found)
  // A cluster outside DATA_DIR is locked as well, because a copy of DATA_DIR would use the same one.
  lock(dirname(found.dir))
  await clearOrphan(found, log)
  const plan = await chooseRunPlan({ dataDir, cluster: found, binaries, fallbackDir, allowNamespaces, log })
  const { cluster, runner } = plan
  lock(dirname(cluster.dir))
  await removeLeftovers(dirname(cluster.dir))
  if (cluster.exists) await changeOwner(cluster, runner)
  const password = await ensurePassword(dataDir, plan)
  if (!cluster.exists) {
    log.info({ database: cluster.dir, as: runner.name }, 'Creating a new PostgreSQL database')
    await initialise(plan, password, fast)
    await recordCluster(dataDir, cluster)
  }
  const postmaster = await run(plan, options)
  await prepareDatabase(postmaster, password, cluster)
  const { port } = postmaster
  const restart = async (signal: AbortSignal) => {
    await clearOrphan(cluster, log)
    return run(plan, options, { port, signal })
  }
  const { lostAfterMs } = overrides
  return {
    url: urlOf({ port, password }, 'vireo'),
    supervised: supervise(postmaster, { restart, log, lostAfterMs }),
  }
}

/** Starts the server process on an initialised cluster. */
async function run(
  plan: RunPlan,
  { dataDir, log, fast: isFast = false }: EmbeddedOptions,
  again: { port?: number; signal?: AbortSignal } = {},
): Promise<Postmaster> {
  const startedAt = performance.now()
  const { cluster, runner } = plan
  const logFile = await openLogFile(dataDir)
  try {
    const postmaster = await startPostmaster(plan, { logFile, log, isFast, ...again })
    const { pid, port } = postmaster
    const ms = Math.round(performance.now() - startedAt)
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

function toHandle(url: string, supervised: Supervised, unlock: () => void): EmbeddedPostgres {
  let stopping: Promise<void> | undefined
  // For a process that exits without `stop`. This also keeps the locks from being garbage collected.
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
