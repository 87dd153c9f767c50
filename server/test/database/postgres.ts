import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { connect } from '../../src/db/sql.ts'
import { migrateJobs } from '../../src/jobs/run-worker.ts'
import { hashSources, root } from '../source-hash.ts'
import { templateDatabase } from './database.ts'

const cacheDir = join(root, 'node_modules/.cache/vireo-test-postgres')
/** The files of PostgreSQL in a DATA_DIR. */
const clusterFiles = ['postgres', 'postgres.password']
/** The cached cluster is rebuilt when any of these has changed. */
const cacheInputs = [
  'package-lock.json',
  'server/migrations',
  'server/src/db',
  'server/test/database/postgres.ts',
]

/**
 * A real PostgreSQL in a temporary folder, with a migrated database to clone others from. Creating one takes
 * seconds, so it starts from the copy of an earlier run if the sources are the same.
 */
export async function startTestPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vireo-test-'))
  if (!(await copyCluster(dataDir))) {
    await makeTemplate(dataDir)
    await storeInCache(dataDir)
  }
  const postgres = await start(dataDir)
  return {
    // A database can be cloned only while nobody is connected to it.
    url: inDatabase(postgres.url, 'postgres'),
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Gives an empty DATA_DIR the migrated database, so that a program starts in it immediately. False without a copy. */
export async function copyCluster(dataDir: string): Promise<boolean> {
  const cached = await findCached()
  if (!(await isThere(cached))) return false
  await copyClusterFiles(cached, dataDir)
  return true
}

const machine = `${process.platform} ${process.arch} ${process.getuid?.()}`
const findCached = async () => join(cacheDir, await hashSources(cacheInputs, machine))

function inDatabase(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

const start = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} }, fast: true })

async function makeTemplate(dataDir: string): Promise<void> {
  const postgres = await start(dataDir)
  const admin = connect(inDatabase(postgres.url, 'postgres'), { max: 1 })
  await admin.unsafe(`alter database ${templateDatabase} rename to new_template`)
  const url = inDatabase(postgres.url, 'new_template')
  const sql = connect(url, { max: 2 })
  await migrate(sql)
  await sql.end()
  await migrateJobs(url)
  // Renaming also waits for connections that are closing, which would fail if PostgreSQL stopped first.
  await admin.unsafe(`alter database new_template rename to ${templateDatabase}`)
  await admin.end()
  await postgres.stop()
}

async function storeInCache(dataDir: string): Promise<void> {
  // Nothing to copy if the database had to be put outside DATA_DIR.
  if (!(await isThere(join(dataDir, 'postgres')))) return
  const cached = await findCached()
  await mkdir(cacheDir, { recursive: true })
  const isOld = (name: string) => !name.startsWith(basename(cached))
  for (const name of (await readdir(cacheDir)).filter(isOld))
    await rm(join(cacheDir, name), { recursive: true, force: true })
  const own = await mkdtemp(`${cached}-`)
  await copyClusterFiles(dataDir, own)
  // Fails if another run was faster.
  await rename(own, cached).catch(() => rm(own, { recursive: true, force: true }))
}

/** Uses the cp command: copies made by Node's `cp` take twice as long to write, and seconds to delete. */
async function copyClusterFiles(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', ...clusterFiles.map((name) => join(from, name)), to])
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
