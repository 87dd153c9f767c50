import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app/app.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { patiently } from '../../test/patience.ts'
import { startGate } from '../../test/programs/tcp-gate.ts'
import { makeFolder, query, start } from './embedded/test-kit.ts'
import { poolUseOf } from './pool.ts'
import { connect, isDatabaseUnavailable, type Sql } from './sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const list = () => app.visitor().call(api.videos.list, { query: {} })

/** Occupies every connection of the pool until the returned function is called. */
async function holdAll(): Promise<() => Promise<unknown>> {
  const { sql } = app.context
  const gate = Promise.withResolvers<void>()
  const holders: Promise<unknown>[] = []
  const isHeld = Array.from({ length: sql.options.max }, () => {
    const held = Promise.withResolvers<void>()
    holders.push(
      sql.begin(async (tx) => {
        await tx`select 1`
        held.resolve()
        await gate.promise
      }),
    )
    return held.promise
  })
  await Promise.all(isHeld)
  return () => {
    gate.resolve()
    return Promise.all(holders)
  }
}

it('a request that gets no connection in time is answered 503, and later ones are served', async () => {
  const viewer = await app.signedIn()
  const release = await holdAll()
  const answers = await Promise.all([
    list(),
    viewer.call(api.accounts.currentUser),
    viewer.call(api.signIn.login, { body: { username: 'nobody', password: 'Songbird7' } }),
  ])
  for (const { status, headers, message } of answers) {
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('5')
    expect(message).toBe('The server is busy. Please try again in a moment.')
  }
  await release()
  expect((await list()).status).toBe(200)
  expect((await viewer.call(api.accounts.currentUser)).status).toBe(200)
})

it('many more requests than connections are all served when each is quick', async () => {
  const answers = await Promise.all(Array.from({ length: 3 * app.context.sql.options.max }, list))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

it('failed statements release their connection', async () => {
  const { sql } = app.context
  const fails = [
    ...Array.from({ length: 30 }, () => sql`select 1 / 0`),
    ...Array.from({ length: 30 }, () => sql.unsafe('select nothing from nowhere')),
    ...Array.from({ length: 30 }, () => sql.begin((tx) => tx`select 1 / 0`)),
  ]
  const outcomes = await Promise.allSettled(fails)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  const connection = await sql.reserve()
  connection.release()
  const release = await holdAll()
  await release()
})

const connections = 4

/** Loses all connections of a pool, each in the middle of a statement. */
async function loseConnections(sql: Sql, end: (pids: number[]) => Promise<unknown>) {
  const lost = Array.from({ length: connections - 1 }, () => sql`select pg_sleep(600)`.execute())
  const failed = Promise.all(lost.map((one) => expect(one).rejects.toSatisfy(isDatabaseUnavailable)))
  const sleeping = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query like '%pg_sleep(600)%'
      and pid <> pg_backend_pid() and state = 'active'`
  await vi.waitFor(async () => expect(await sleeping()).toHaveLength(connections - 1), patiently)
  await end((await sleeping()).map(({ pid }) => pid))
  await failed
}

/** One request of each kind, as many as there are connections. */
async function useAll(sql: Sql): Promise<number[]> {
  const reserve = async () => {
    const one = await sql.reserve()
    try {
      return await one`select 3 as n`
    } finally {
      one.release()
    }
  }
  const begin = () => sql.begin((tx) => tx`select 2 as n`)
  const results = await Promise.all([sql`select 1 as n`, begin(), reserve(), sql`select 4 as n`])
  return results.map(([row]) => row?.n)
}

it('after connections were ended during statements, nothing that begins later fails because of that', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url, { max: connections })
  const admin = connect(database.url, { max: 1 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await admin.end({ timeout: 5 })
    await database.drop()
  })
  await loseConnections(
    sql,
    (pids) => admin`select pg_terminate_backend(pid, 10000) from unnest(${pids}::int[]) pid`,
  )
  expect(await useAll(sql)).toEqual([1, 2, 3, 4])
})

it('after PostgreSQL has recovered from a kill, nothing fails any more', async () => {
  const { url } = await start(await makeFolder())
  const sql = connect(url, { max: connections })
  onTestFinished(() => sql.end({ timeout: 5 }))
  // PostgreSQL then ends all connections, and refuses new ones until it has recovered.
  await loseConnections(sql, async ([pid = 0]) => process.kill(pid, 'SIGKILL'))
  const whileRecovering = await Promise.allSettled(Array.from({ length: 20 }, () => useAll(sql)))
  for (const outcome of whileRecovering)
    if (outcome.status === 'rejected') expect(outcome.reason).toSatisfy(isDatabaseUnavailable)
  await vi.waitFor(() => query(url, 'select 1'), patiently)
  for (let times = 0; times < 10; times++) expect(await useAll(sql)).toEqual([1, 2, 3, 4])
})

it('when a connection is reset, only its statement fails, and those that wait get another one', async () => {
  const url = new URL(inject('postgresUrl'))
  const gate = await startGate({ host: url.hostname, port: Number(url.port) })
  url.host = gate.host
  const sql = connect(url.href, { max: 1 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    gate.shut()
  })
  for (let times = 0; times < 3; times++) {
    await sql`select 1`
    const isSent = gate.holdAt(/never answered/)
    const lost = expect(sql`select 'never answered'`).rejects.toSatisfy(isDatabaseUnavailable)
    await isSent
    const waiting = [sql`select 2 as n`.execute(), sql.begin((tx) => tx`select 2 as n`)]
    await vi.waitFor(() => expect(poolUseOf(sql).waiting).toBe(2), patiently)
    gate.reset()
    await lost
    expect(await Promise.all(waiting)).toEqual([[{ n: 2 }], [{ n: 2 }]])
  }
})

it('a reserved connection that was lost is not opened again under its holder', async () => {
  const sql = connect(inject('postgresUrl'), { max: 2 })
  onTestFinished(() => sql.end({ timeout: 5 }))
  const reserved = await sql.reserve()
  const [row] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`
  await sql`select pg_terminate_backend(${row?.pid ?? 0}, 10000)`
  await expect(reserved`select 1`).rejects.toSatisfy(isDatabaseUnavailable)
  await expect(reserved`select 1`).rejects.toSatisfy(isDatabaseUnavailable)
  reserved.release()
  expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
})

it('a pool that has ended refuses what waits and what comes', async () => {
  const sql = connect(inject('postgresUrl'), { max: 1 })
  const gate = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holder = sql.begin(async (tx) => {
    await tx`select 1`
    isHeld.resolve()
    await gate.promise
  })
  await isHeld.promise
  const waiting = expect(sql`select 2`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
  const ended = sql.end({ timeout: 5 })
  await waiting
  await expect(sql`select 3`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
  gate.resolve()
  await holder
  await ended
})
