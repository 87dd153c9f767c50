import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from './sql.ts'

const ownFolder = fileURLToPath(new URL('../../migrations/', import.meta.url))
/** An arbitrary number that no other advisory lock uses. */
const lockKey = 7_483_611

/**
 * Applies the migrations that are not applied yet, up to the one called `last`, one process at a time, each in its own
 * transaction.
 */
export async function migrate(sql: Sql, folder = ownFolder, last?: string): Promise<string[]> {
  const connection = await sql.reserve()
  try {
    // Waiting for the migrations of another process may take longer than the usual limit for statements.
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${lockKey})`
    await connection`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
    const rows = await connection<{ name: string }[]>`select name from migrations`
    const applied = new Set(rows.map((row) => row.name))
    const pending = (await listMigrations(folder)).filter(
      (name) => !applied.has(name) && (last === undefined || name <= last),
    )
    for (const name of pending) {
      const text = await readFile(join(folder, name), 'utf8')
      await connection.unsafe(
        `begin; ${text}; insert into migrations (name) values ('${name.replaceAll("'", "''")}'); commit;`,
      )
    }
    return pending
  } catch (error) {
    await connection.unsafe('rollback')
    throw error
  } finally {
    await connection`select pg_advisory_unlock(${lockKey})`
    await connection`reset statement_timeout`
    connection.release()
  }
}

export async function listMigrations(folder = ownFolder): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith('.sql')).sort()
}
