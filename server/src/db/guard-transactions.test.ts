import { expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { connect, isDatabaseUnavailable, type Tx } from './sql.ts'

/** A pool of one connection, so that later statements use the one that was lost, and a function that loses it. */
async function createPool() {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url, { max: 1 })
  const admin = connect(database.url, { max: 1 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await admin.end({ timeout: 5 })
    await database.drop()
  })
  await sql`create table notes (text text)`
  const pidOf = async (tx: Tx) => (await tx<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0
  const end = (pid: number) => admin`select pg_terminate_backend(${pid}, 10000)`
  const notes = async () => (await sql<{ text: string }[]>`select text from notes`).map((row) => row.text)
  return { sql, pidOf, end, notes }
}

it('a connection that is lost during a statement fails its transaction and is replaced', async () => {
  const { sql, pidOf, end, notes } = await createPool()
  const pid = Promise.withResolvers<number>()
  const lost = sql.begin(async (tx) => {
    await tx`insert into notes values ('lost')`
    pid.resolve(await pidOf(tx))
    await tx`select pg_sleep(60)`
  })
  const failed = expect(lost).rejects.toSatisfy(isDatabaseUnavailable)
  await end(await pid.promise)
  await failed
  expect(await notes()).toEqual([])
  await sql.begin((tx) => tx`insert into notes values ('kept')`)
  expect(await notes()).toEqual(['kept'])
})

it('after a connection is lost between two statements, the second does not run in another transaction', async () => {
  const { sql, pidOf, end, notes } = await createPool()
  const pid = Promise.withResolvers<number>()
  const goOn = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const lost = sql.begin(async (tx) => {
    pid.resolve(await pidOf(tx))
    await goOn.promise
    late.resolve(await tx`insert into notes values ('stray')`.catch((error: unknown) => error))
  })
  const failed = expect(lost).rejects.toSatisfy(isDatabaseUnavailable)
  await end(await pid.promise)
  await failed
  await sql.begin(async (tx) => {
    await tx`insert into notes values ('kept')`
    goOn.resolve()
    expect(await late.promise).toSatisfy(isDatabaseUnavailable)
  })
  expect(await notes()).toEqual(['kept'])
})

it('a transaction whose function fails by itself is rolled back, and one that returns is committed', async () => {
  const { sql, notes } = await createPool()
  const failing = sql.begin(async (tx) => {
    await tx`insert into ${tx('notes')} ${tx([{ text: 'undone' }])}`
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const answer = await sql.begin('isolation level serializable', async (tx) => {
    const where = tx`where text = 'undone'`
    await tx.unsafe(`insert into notes values ('kept')`)
    return tx`select count(*)::int as count from notes ${where}`
  })
  expect(answer).toEqual([{ count: 0 }])
  expect(await notes()).toEqual(['kept'])
})
