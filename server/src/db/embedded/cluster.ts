import { randomBytes } from 'node:crypto'
import { chmod, cp, lchown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere, readIfThere, writeDurably } from './files.ts'
import { type Runner, runAs, runAsSelf } from './runner.ts'

/** The folder that PostgreSQL calls a cluster: all databases of one server. */
export interface Cluster {
  dir: string
  exists: boolean
}

/** Where a cluster lives that could not stay in DATA_DIR; see `relocate`. */
const recordFile = (dataDir: string) => join(dataDir, 'postgres.location')

const isCluster = (dir: string) => isThere(join(dir, 'PG_VERSION'))

export async function findCluster(dataDir: string): Promise<Cluster> {
  const inPlace = join(dataDir, 'postgres')
  const recorded = await readIfThere(recordFile(dataDir))
  if (recorded && (await isCluster(recorded))) return { dir: recorded, exists: true }
  const exists = await isCluster(inPlace)
  // An empty database in its stead would look like lost data, and become it.
  if (recorded && !exists) {
    throw new Error(`The database is not at ${recorded}, where ${recordFile(dataDir)} says that it was put.`)
  }
  return { dir: inPlace, exists }
}

/** Written last, when the cluster is complete there. */
export async function recordCluster(dataDir: string, cluster: Cluster): Promise<void> {
  if (dirname(cluster.dir) === dataDir) return
  await writeDurably(recordFile(dataDir), `${cluster.dir}\n`)
}

/** Gives the cluster a home outside DATA_DIR that any user may enter, and moves it there if it exists. */
export async function relocate(dataDir: string, cluster: Cluster, shelter: string): Promise<Cluster> {
  const home = join(shelter, `vireo-${randomBytes(6).toString('hex')}`)
  await mkdir(home)
  await chmod(home, 0o755)
  const moved = { dir: join(home, 'postgres'), exists: cluster.exists }
  if (cluster.exists) await moveCluster(dataDir, cluster, moved)
  return moved
}

async function moveCluster(dataDir: string, from: Cluster, to: Cluster): Promise<void> {
  if ((await stat(from.dir)).dev === (await stat(dirname(to.dir))).dev) {
    // Recorded first: a record without a cluster falls back to DATA_DIR, so no crash in between loses it.
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

/** PostgreSQL insists on owning its files, and only root could hand them over. */
export async function refuseForeign(cluster: Cluster): Promise<void> {
  const { uid } = await stat(cluster.dir)
  const self = process.getuid?.()
  if (self === 0 || uid === self) return
  const who = uid === 0 ? 'root' : `another user (uid ${uid})`
  const fix = `chown -R ${self}:${process.getgid?.()} '${cluster.dir}'`
  throw new Error(
    `The database in ${cluster.dir} belongs to ${who}. Start Vireo as that user, or hand it over as root: ${fix}`,
  )
}

/** For root. A mark in the cluster tells the next start of a hand-over cut short. */
export async function handOver(cluster: Cluster, { owner, name }: Runner): Promise<void> {
  const mark = join(cluster.dir, 'vireo.handover')
  if ((await stat(cluster.dir)).uid === owner.uid && !(await isThere(mark))) return
  try {
    await writeFile(mark, '')
    for (const entry of await readdir(cluster.dir, { withFileTypes: true, recursive: true })) {
      await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid)
    }
    await lchown(cluster.dir, owner.uid, owner.gid)
    await rm(mark)
  } catch (error) {
    throw new Error(`${cluster.dir} could not be handed to ${name}: ${(error as Error).message}`)
  }
}
