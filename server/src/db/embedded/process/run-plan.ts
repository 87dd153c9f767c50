import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { type Binaries, copyBinaries } from '../binaries.ts'
import { type Cluster, relocate } from '../cluster.ts'
import type { Log } from '../log-file.ts'
import {
  type Account,
  canRun,
  listAccounts,
  type Runner,
  runAsAccount,
  runAsSelf,
  runInNamespace,
} from './runner.ts'

/** Which programs run on which cluster, as which user. */
export interface RunPlan {
  binaries: Binaries
  cluster: Cluster
  runner: Runner
}

interface Environment {
  dataDir: string
  cluster: Cluster
  binaries: Binaries
  /** For programs and data when the account that runs PostgreSQL cannot enter our own folders. */
  fallbackDir: string
  allowNamespaces: boolean
  log: Log
}

/** PostgreSQL refuses to run as root, so root needs a user namespace or another account. */
export async function chooseRunPlan(environment: Environment): Promise<RunPlan> {
  const { binaries, cluster, allowNamespaces } = environment
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return { binaries, cluster, runner: runAsSelf() }

  const namespace = allowNamespaces ? runInNamespace() : undefined
  if (namespace && (await canRun(namespace, dirname(cluster.dir), binaries.postgres))) {
    return { binaries, cluster, runner: namespace }
  }
  return isRoot ? runByAccount(environment) : { binaries, cluster, runner: runAsSelf() }
}

/** initdb needs the name of its user, and with `docker run --user 1234` there is none. */
function hasName(): boolean {
  try {
    return !!userInfo().username
  } catch {
    return false
  }
}

async function runByAccount(environment: Environment): Promise<RunPlan> {
  const { runner, canEnter } = await chooseAccount(environment.cluster)
  try {
    const binaries = await reachBinaries(environment, runner)
    const cluster = canEnter ? environment.cluster : await moveToFallbackDir(environment, runner)
    return { binaries, cluster, runner }
  } catch (error) {
    const message = `PostgreSQL cannot run as root, and ${runner.name} cannot run it from ${environment.fallbackDir}`
    throw new Error(`${message}: ${(error as Error).message}. ${advice}`)
  }
}

async function reachBinaries({ binaries, fallbackDir }: Environment, runner: Runner): Promise<Binaries> {
  if (await canRun(runner, '/', binaries.postgres)) return binaries
  const copy = await copyBinaries(binaries, fallbackDir)
  if (await canRun(runner, '/', copy.postgres)) return copy
  throw new Error(`${copy.postgres} does not run`)
}

async function moveToFallbackDir(
  { dataDir, cluster, fallbackDir, log }: Environment,
  runner: Runner,
): Promise<Cluster> {
  const moved = await relocate(dataDir, cluster, fallbackDir)
  log.warn(
    { database: moved.dir },
    `Root cannot run PostgreSQL, and ${runner.name} cannot enter DATA_DIR ${dataDir}: the database is kept elsewhere. Back it up too.`,
  )
  return moved
}

const advice = 'Start Vireo as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.'

/** The first account that can enter the folder of the cluster, or else one that needs the fallback folder. */
async function chooseAccount(cluster: Cluster): Promise<{ runner: Runner; canEnter: boolean }> {
  const accounts = listAccounts()
  const services = ['postgres', '_postgres', 'nobody'].flatMap(
    (name) => accounts.find((a) => a.name === name) ?? [],
  )
  for (const account of [...(await listOwners(cluster.dir, accounts)), ...services]) {
    const runner = runAsAccount(account)
    if (await canRun(runner, dirname(cluster.dir))) return { runner, canEnter: true }
  }
  for (const account of services) {
    const runner = runAsAccount(account)
    if (await canRun(runner, '/')) return { runner, canEnter: false }
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and here neither a user namespace nor another user can be had. ${advice}`,
  )
}

/**
 * The owners of the cluster and of the folders above it. With `sudo npm start` one of them is the user of the checkout.
 */
async function listOwners(dir: string, accounts: Account[]): Promise<Account[]> {
  const uid = await stat(dir).then(
    (folder) => folder.uid,
    () => 0,
  )
  const owner = accounts.find((account) => account.uid === uid) ?? []
  return dirname(dir) === dir ? [] : [owner, await listOwners(dirname(dir), accounts)].flat()
}
