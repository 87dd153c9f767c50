import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app/app.ts'

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
