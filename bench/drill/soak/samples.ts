import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../../server/src/db/sql.ts'
import { measureMemory } from '../../tools/processes.ts'
import { embeddedDatabase } from '../tools/program.ts'

/** Everything that must stay flat. */
export interface Sample {
  minutes: number
  /** Of the server, without the ffmpeg processes that come and go. */
  serverMegabytes: number
  postgresMegabytes: number
  /** Open files and sockets of the server. */
  files: number
  /** Of PostgreSQL, without that of the drill. */
  connections: number
  /** Below DATA_DIR, without PostgreSQL's log of changes, whose size is limited by a setting. */
  diskMegabytes: number
}

interface Measured {
  pid: number
  dataDir: string
  sql: Sql
  minutes: number
}

export async function takeSample({ pid, dataDir, sql, minutes }: Measured): Promise<Sample> {
  const postgres = await embeddedDatabase(dataDir)
  const [{ connections = 0 } = {}] = await sql<{ connections: number }[]>`
    select count(*)::int as connections from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`
  const [serverMemory, postgresMemory] = [await measureMemory(pid), await measureMemory(postgres.pid)]
  return {
    minutes,
    serverMegabytes: serverMemory.own.pss / 1e6,
    postgresMegabytes: postgresMemory.total.pss / 1e6,
    files: (await readdir(`/proc/${pid}/fd`)).length,
    connections,
    diskMegabytes: (await sizeOf(dataDir)) / 1e6,
  }
}

const limitedFolders = ['pg_wal']

async function sizeOf(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) size += (await lstat(path).catch(() => undefined))?.size ?? 0
    else if (!limitedFolders.includes(entry.name)) size += await sizeOf(path)
  }
  return size
}
