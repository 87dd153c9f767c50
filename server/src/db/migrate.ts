import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres, { type ReservedSql } from 'postgres'
import type { Sql } from './sql.ts'

const ownFolder = fileURLToPath(new URL('../../migrations/', import.meta.url))
/** An arbitrary number that no other advisory lock uses. */
const lockKey = 7_483_611
const lockPollMs = 100

/** The first line of a migration that builds indexes without locking their tables. */
const withoutTransaction = '-- without a transaction'

/**
 * A change of a table waits for current users of the table, and everything else waits behind it. So it gives up soon,
 * lets the others through and tries again.
 */
const lockTimeoutMs = 2000
const lockPauseMs = 500
const maxLockTries = 60

/**
 * Applies the migrations that are not applied yet, up to the one called `last`, one process at a time, each in its own
 * transaction. Processes of the earlier version may be serving meanwhile (docs/contributing.md).
 */
export async function migrate(sql: Sql, folder = ownFolder, last?: string): Promise<string[]> {
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    await waitForTurn(connection)
    await connection`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
    const rows = await connection<{ name: string }[]>`select name from migrations`
    const applied = new Set(rows.map((row) => row.name))
    const pending = (await listMigrations(folder)).filter(
      (name) => !applied.has(name) && (last === undefined || name <= last),
    )
    for (const name of pending) await apply(connection, name, await readFile(join(folder, name), 'utf8'))
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

/**
 * Polls for the lock: a process that waited for it inside a statement would block the process that holds the lock,
 * which waits for all running statements before it builds an index concurrently.
 */
async function waitForTurn(connection: ReservedSql): Promise<void> {
  for (;;) {
    const [row] = await connection<{ isOurs: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as "isOurs"`
    if (row?.isOurs) return
    await sleep(lockPollMs)
  }
}

async function apply(connection: ReservedSql, name: string, text: string): Promise<void> {
  const record = `insert into migrations (name) values ('${name.replaceAll("'", "''")}')`
  if (text.startsWith(withoutTransaction)) {
    // Only simple statements, so a semicolon is always the end of one.
    for (const statement of text.split(';')) await connection.unsafe(statement)
    await connection.unsafe(record)
    return
  }
  for (let tries = 1; ; tries++) {
    try {
      await connection.unsafe(`begin; set local lock_timeout = ${lockTimeoutMs}; ${text}; ${record}; commit;`)
      return
    } catch (error) {
      if (!isBlocked(error) || tries === maxLockTries) throw error
      await connection.unsafe('rollback')
      await sleep(lockPauseMs)
    }
  }
}

/** It waited too long for a lock, or was chosen to end a deadlock. */
const isBlocked = (error: unknown) =>
  error instanceof postgres.PostgresError && ['55P03', '40P01'].includes(error.code)

export async function listMigrations(folder = ownFolder): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith('.sql')).sort()
}
