import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { createTestDatabase, templateDatabase } from '../../test/database/database.ts'
import { connect, type Sql } from '../db/sql.ts'
import { hashStream } from '../lib/files/hash-file.ts'
import { createStorage } from '../media/storage/create-storage.ts'
import type { Storage } from '../media/storage/storage.ts'
import type { Site } from './site.ts'

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vireo-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface EmptySiteOptions {
  storageUrl?: string
  /** Whether the database has the tables, as after a first start of the site. */
  hasTables?: boolean
}

/** What a backup is restored to: a database without accounts and an empty store. */
export async function makeEmptySite({
  storageUrl,
  hasTables = true,
}: EmptySiteOptions = {}): Promise<Site & { env: Record<string, string> }> {
  const database = await createTestDatabase(inject('postgresUrl'), hasTables ? templateDatabase : 'template0')
  const sql = connect(database.url, { max: 4, applicationName: 'vireo-restore' })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await database.drop()
  })
  const dataDir = await makeFolder()
  const storage = await createStorage({ dir: join(dataDir, 'media'), ...(storageUrl && { url: storageUrl }) })
  return {
    sql,
    databaseUrl: database.url,
    storage,
    scratchDir: join(dataDir, 'scratch'),
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir },
  }
}

/** The same store with some methods replaced, to make something happen in the middle of a backup. */
export function withMethods(storage: Storage, methods: Partial<Storage>): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      const value = Reflect.get(name in methods ? methods : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

interface Ended {
  code: number | null
  output: string
}

/** Runs a program of the folder `scripts` with these settings only. */
export function runScript(
  name: 'backup' | 'restore' | 'verify',
  args: string[],
  env: Record<string, string>,
) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const ended = Promise.withResolvers<Ended>()
  const child = execFile(
    process.execPath,
    [join(import.meta.dirname, `../../../scripts/${name}.ts`), ...args],
    { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } },
    (_error, stdout, stderr) => ended.resolve({ code: child.exitCode, output: stdout + stderr }),
  )
  return { ended: ended.promise, kill: () => child.kill('SIGKILL') }
}

/** Every row of every table as text, generated columns included, and the jobs of the queue. */
export async function readRows(sql: Sql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  const jobs = await sql<{ job: string }[]>`
    select concat_ws(' ', task_identifier, run_at, key, priority, max_attempts) as job
    from graphile_worker.jobs order by 1`
  return { ...rows, jobs: jobs.map(({ job }) => job) }
}

/** Every file with its checksum and content type. */
export async function readFiles(storage: Storage): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const key of await storage.list('')) {
    const { sha256 } = await hashStream(await storage.read(key))
    files[key] = `${sha256} ${(await storage.stat(key))?.contentType}`
  }
  return files
}
