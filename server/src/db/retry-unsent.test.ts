import { expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { makeFolder, query, start } from './embedded/test-kit.ts'
import { connect, isDatabaseUnavailable, type Sql } from './sql.ts'

const connections = 4

/** Loses all connections of a pool, each in the middle of a statement. */
async function loseConnections(sql: Sql, end: (pids: number[]) => Promise<unknown>) {
  const held = await Promise.all(Array.from({ length: connections }, () => sql.reserve()))
  const rows = await Promise.all(held.map((one) => one<{ pid: number }[]>`select pg_backend_pid() as pid`))
  const lost = held.map((one) => one`select pg_sleep(600)`.execute())
  const failed = Promise.all(lost.map((one) => expect(one).rejects.toSatisfy(isDatabaseUnavailable)))
  for (const one of held) one.release()
  await end(rows.flatMap(([row]) => row?.pid ?? []))
  await failed
}

/** One request of each kind, as many as there are connections. */
async function useAll(sql: Sql): Promise<number[]> {
  const reserve = async () => {
    const one = await sql.reserve()
    const rows = await one`select 3 as n`
    one.release()
    return rows
  }
  const begin = () => sql.begin((tx) => tx`select 2 as n`)
  const results = await Promise.all([sql`select 1 as n`, begin(), reserve(), sql`select 4 as n`])
  return results.map(([row]) => row?.n)
}

it('after connections were ended, nothing that begins later fails because of that', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url, { max: connections })
  const admin = connect(database.url, { max: 1 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await admin.end({ timeout: 5 })
    await database.drop()
  })
  const end = (pids: number[]) =>
    admin`select pg_terminate_backend(pid, 10000) from unnest(${pids}::int[]) pid`
  await loseConnections(sql, end)
  expect(await useAll(sql)).toEqual([1, 2, 3, 4])
})

it('requests that wait while a killed PostgreSQL recovers are served, not refused when it works again', async () => {
  const { url } = await start(await makeFolder())
  const sql = connect(url, { max: connections })
  onTestFinished(() => sql.end({ timeout: 5 }))
  // PostgreSQL then ends all connections, and refuses new ones until it has recovered.
  await loseConnections(sql, async ([pid = 0]) => process.kill(pid, 'SIGKILL'))
  expect(await useAll(sql)).toEqual([1, 2, 3, 4])
  expect(await query(url, 'select 5 as n')).toEqual([{ n: 5 }])
})
