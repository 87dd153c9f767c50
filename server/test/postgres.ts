import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { connect } from '../src/db/sql.ts'
import { migrateJobs } from '../src/jobs/run-worker.ts'
import { templateDatabase } from './database.ts'
import { hashSources, root } from './source-hash.ts'

const cacheDir = join(root, 'node_modules/.cache/vireo-test-postgres')
/** The files of PostgreSQL in a DATA_DIR. */
const kept = ['postgres', 'postgres.password']
/** The cached cluster is rebuilt when any of these has changed. */
const madeOf = ['package-lock.json', 'server/migrations', 'server/src/db', 'server/test/postgres.ts']

/**
 * A real PostgreSQL in a temporary folder, with a migrated template to clone databases from. Creating one takes
 * seconds, so it starts from the copy of an earlier run if the sources are the same.
 */
export async function startTestPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vireo-test-'))
  const machine = `${process.platform} ${process.arch} ${process.getuid?.()}`
  const made = join(cacheDir, await hashSources(madeOf, machine))
  if (await isThere(made)) await copyKept(made, dataDir)
  else {
    await makeTemplate(dataDir)
    await keepForLater(dataDir, made)
  }
  const postgres = await start(dataDir)
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const start = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} }, fast: true })

async function makeTemplate(dataDir: string): Promise<void> {
  const postgres = await start(dataDir)
  const admin = connect(postgres.url, { max: 1 })
  await admin.unsafe('create database new_template')
  const url = new URL(postgres.url)
  url.pathname = '/new_template'
  const sql = connect(url.href, { max: 2 })
  await migrate(sql)
  await sql.end()
  await migrateJobs(url.href)
  // Renaming also waits for connections that are closing, which would fail if PostgreSQL stopped first.
  await admin.unsafe(`alter database new_template rename to ${templateDatabase}`)
  await admin.end()
  await postgres.stop()
}

async function keepForLater(dataDir: string, made: string): Promise<void> {
  // Nothing to copy if the database had to be put outside DATA_DIR.
  if (!(await isThere(join(dataDir, 'postgres')))) return
  await mkdir(cacheDir, { recursive: true })
  const isOld = (name: string) => !name.startsWith(basename(made))
  for (const name of (await readdir(cacheDir)).filter(isOld))
    await rm(join(cacheDir, name), { recursive: true, force: true })
  const own = await mkdtemp(`${made}-`)
  await copyKept(dataDir, own)
  // Fails if another run was faster.
  await rename(own, made).catch(() => rm(own, { recursive: true, force: true }))
}

/** Uses the cp command: copies made by Node's `cp` take twice as long to write, and seconds to delete. */
async function copyKept(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', ...kept.map((name) => join(from, name)), to])
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
