import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { type Binaries, copyBinaries } from './binaries.ts'
import { type Cluster, relocate } from './cluster.ts'
import type { Log } from './log-file.ts'
import {
  type Account,
  canRun,
  listAccounts,
  type Runner,
  runAsAccount,
  runAsSelf,
  runInNamespace,
} from './runner.ts'

/** Which PostgreSQL runs on which folder, as whom. */
export interface Setting {
  binaries: Binaries
  cluster: Cluster
  runner: Runner
}

export interface Surroundings {
  dataDir: string
  cluster: Cluster
  binaries: Binaries
  /** Where an account finds room when it cannot enter our folders. */
  shelter: string
  allowNamespaces: boolean
  log: Log
}

/** PostgreSQL refuses to run as root, so root has to find somebody else. */
export async function chooseSetting(around: Surroundings): Promise<Setting> {
  const { binaries, cluster, allowNamespaces } = around
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return { binaries, cluster, runner: runAsSelf() }

  const namespace = allowNamespaces ? runInNamespace() : undefined
  if (namespace && (await canRun(namespace, dirname(cluster.dir), binaries.postgres))) {
    return { binaries, cluster, runner: namespace }
  }
  return isRoot ? runByAccount(around) : { binaries, cluster, runner: runAsSelf() }
}

/** `docker run --user 1234` gives a user that nobody knows, and initdb insists on a name. */
function hasName(): boolean {
  try {
    return !!userInfo().username
  } catch {
    return false
  }
}

async function runByAccount(around: Surroundings): Promise<Setting> {
  const { runner, canEnter } = await chooseAccount(around.cluster)
  try {
    const binaries = await reachBinaries(around, runner)
    const cluster = canEnter ? around.cluster : await shelterCluster(around, runner)
    return { binaries, cluster, runner }
  } catch (error) {
    const message = `PostgreSQL cannot run as root, and ${runner.name} cannot run it from ${around.shelter}`
    throw new Error(`${message}: ${(error as Error).message}. ${ADVICE}`)
  }
}

async function reachBinaries({ binaries, shelter }: Surroundings, runner: Runner): Promise<Binaries> {
  if (await canRun(runner, '/', binaries.postgres)) return binaries
  const copy = await copyBinaries(binaries, shelter)
  if (await canRun(runner, '/', copy.postgres)) return copy
  throw new Error(`${copy.postgres} does not run`)
}

async function shelterCluster(
  { dataDir, cluster, shelter, log }: Surroundings,
  runner: Runner,
): Promise<Cluster> {
  const sheltered = await relocate(dataDir, cluster, shelter)
  log.warn(
    { database: sheltered.dir },
    `Root cannot run PostgreSQL, and ${runner.name} cannot enter DATA_DIR ${dataDir}: the database is kept elsewhere. Back it up too.`,
  )
  return sheltered
}

const ADVICE = 'Start Vireo as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.'

/** The first account that can enter the cluster's place, else one that has to get another place. */
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
    `PostgreSQL refuses to run as root, and here neither a user namespace nor another user can be had. ${ADVICE}`,
  )
}

/** Who owns the cluster or a folder above it: with `sudo npm start` that is the one whose checkout it is. */
async function listOwners(dir: string, accounts: Account[]): Promise<Account[]> {
  const uid = await stat(dir).then(
    (folder) => folder.uid,
    () => 0,
  )
  const owner = accounts.find((account) => account.uid === uid) ?? []
  return dirname(dir) === dir ? [] : [owner, await listOwners(dirname(dir), accounts)].flat()
}
