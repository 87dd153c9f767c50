import { randomBytes } from 'node:crypto'
import { chmod, cp, lchown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileExists, readIfExists, writeDurably } from './files.ts'
import { type Runner, runAs, runAsSelf } from './process/runner.ts'

/** The data folder of a PostgreSQL server, which PostgreSQL calls a cluster. */
export interface Cluster {
  dir: string
  exists: boolean
}

/** Names the folder of a cluster that is kept outside DATA_DIR; see `relocate`. */
const recordFile = (dataDir: string) => join(dataDir, 'postgres.location')

const isCluster = (dir: string) => fileExists(join(dir, 'PG_VERSION'))

export async function findCluster(dataDir: string): Promise<Cluster> {
  const inPlace = join(dataDir, 'postgres')
  const recorded = await readIfExists(recordFile(dataDir))
  if (recorded && (await isCluster(recorded))) return { dir: recorded, exists: true }
  const exists = await isCluster(inPlace)
  // Creating an empty database here would make it look as if all data were lost.
  if (recorded && !exists) {
    throw new Error(`The database is not at ${recorded}, where ${recordFile(dataDir)} says that it was put.`)
  }
  return { dir: inPlace, exists }
}

/** Call this only once the cluster is complete in its folder. */
export async function recordCluster(dataDir: string, cluster: Cluster): Promise<void> {
  if (dirname(cluster.dir) === dataDir) return
  await writeDurably(recordFile(dataDir), `${cluster.dir}\n`)
}

/**
 * Makes a folder for the cluster outside DATA_DIR that any user can enter, and moves the cluster there if it exists.
 */
export async function relocate(dataDir: string, cluster: Cluster, fallbackDir: string): Promise<Cluster> {
  const home = join(fallbackDir, `vireo-${randomBytes(6).toString('hex')}`)
  await mkdir(home)
  await chmod(home, 0o755)
  const moved = { dir: join(home, 'postgres'), exists: cluster.exists }
  if (cluster.exists) await moveCluster(dataDir, cluster, moved)
  return moved
}

async function moveCluster(dataDir: string, from: Cluster, to: Cluster): Promise<void> {
  if ((await stat(from.dir)).dev === (await stat(dirname(to.dir))).dev) {
    // Recorded before the move: after a crash in between, the record names no cluster and DATA_DIR is used.
    await recordCluster(dataDir, to)
    await rename(from.dir, to.dir)
    return
  }
  await cp(from.dir, `${to.dir}-copy`, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  await rename(`${to.dir}-copy`, to.dir)
  await runAs(runAsSelf(), ['sync'])
  await recordCluster(dataDir, to)
  await rm(from.dir, { recursive: true })
}

/** PostgreSQL only runs on files that it owns, and only root can change their owner. */
export async function assertOwnCluster(cluster: Cluster): Promise<void> {
  const { uid } = await stat(cluster.dir)
  const self = process.getuid?.()
  if (self === 0 || uid === self) return
  const who = uid === 0 ? 'root' : `another user (uid ${uid})`
  const fix = `chown -R ${self}:${process.getgid?.()} '${cluster.dir}'`
  throw new Error(
    `The database in ${cluster.dir} belongs to ${who}. Start Vireo as that user, or hand it over as root: ${fix}`,
  )
}

/** Only for root. A marker file shows the next start that a change of owner was interrupted. */
export async function changeOwner(cluster: Cluster, { owner, name }: Runner): Promise<void> {
  const marker = join(cluster.dir, 'vireo.handover')
  if ((await stat(cluster.dir)).uid === owner.uid && !(await fileExists(marker))) return
  try {
    await writeFile(marker, '')
    for (const entry of await readdir(cluster.dir, { withFileTypes: true, recursive: true })) {
      await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid)
    }
    await lchown(cluster.dir, owner.uid, owner.gid)
    await rm(marker)
  } catch (error) {
    throw new Error(`${cluster.dir} could not be handed to ${name}: ${(error as Error).message}`)
  }
}
