import dns from 'node:dns'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../test/app/app.ts'
import { blockConnections, createTestDatabase } from '../../test/database/database.ts'
import { patiently } from '../../test/patience.ts'
import { connect, isDatabaseUnavailable } from './sql.ts'

it('an outage of the database is recognised, and statements and listeners work again after it', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url)
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await database.drop()
  })
  const heard: string[] = []
  await sql.listen('news', (news) => void heard.push(news))
  const comeBack = await blockConnections(database.url)
  await expect(sql`select 1`).rejects.toSatisfy(isDatabaseUnavailable)
  await expect(sql.begin((tx) => tx`select 1`)).rejects.toSatisfy(isDatabaseUnavailable)
  await comeBack()
  await vi.waitFor(async () => {
    await sql.notify('news', 'it is back')
    expect(heard).toContain('it is back')
  }, patiently)
})

it('connections of a rush are closed soon after it, but not those that are reserved', async () => {
  const app = await createTestApp({}, { hasWorker: true })
  const watcher = connect(inject('postgresUrl'), { max: 1 })
  onTestFinished(async () => {
    await watcher.end({ timeout: 5 })
    await app.close()
  })
  const { sql } = app.context
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`
  const countOpen = async () =>
    (await watcher`select from pg_stat_activity where datname = ${name} and application_name = 'vireo'`)
      .length
  const held = await Promise.all(Array.from({ length: 18 }, () => sql.reserve()))
  await Promise.all(held.map((connection) => connection`select 1`))
  const [reserved = expect.unreachable(), ...others] = held
  const pidOf = async () => (await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  const pid = await pidOf()
  for (const connection of others) connection.release()
  expect(await countOpen()).toBeGreaterThanOrEqual(18)
  // One listens to changes, and the worker uses a few now and then.
  await vi.waitFor(async () => expect(await countOpen()).toBeLessThanOrEqual(6), patiently)
  expect(await pidOf()).toBe(pid)
  reserved.release()
})

/** As in a container network whose name server does not answer. */
function failLookups() {
  const error = Object.assign(new Error('EAI_AGAIN'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })
  const fail = (...args: unknown[]) => void (args.at(-1) as (reason: Error) => void)(error)
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(fail as typeof dns.lookup)
  onTestFinished(() => lookup.mockRestore())
}

it.each([
  ['no server listens', () => {}],
  ['its name cannot be looked up', failLookups],
])('a database that cannot be reached is recognised: %s', async (_, cause) => {
  cause()
  const sql = connect('postgres://localhost:1/none', { max: 3 })
  onTestFinished(() => sql.end({ timeout: 5 }))
  const reserved = await sql.reserve()
  const failing = [sql`select 1`, sql.begin((tx) => tx`select 1`), reserved`select 1`]
  for (const outcome of await Promise.allSettled(failing))
    expect(outcome).toSatisfy((one) => one.status === 'rejected' && isDatabaseUnavailable(one.reason))
})

it('an error of the statement itself does not count as an outage', async () => {
  const sql = connect(inject('postgresUrl'), { max: 1 })
  onTestFinished(() => sql.end({ timeout: 5 }))
  const error = await sql`select * from no_such_table`.catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('of a mail server'), { code: 'ECONNREFUSED' }))).toBe(
    false,
  )
})
