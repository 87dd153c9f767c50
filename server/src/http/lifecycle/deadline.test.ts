import { addressOf, api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { Connection } from '../../../test/app/connection.ts'
import { formWith, picture } from '../../../test/content/pictures.ts'
import { buildApp } from '../../program/app.ts'

let app: TestApp
/** The same site with a deadline that tests can wait for. */
let strict: FastifyInstance
let strictOrigin: string
beforeAll(async () => {
  app = await createTestApp()
  strict = await buildApp(app.context, { arrivalMs: 200 })
  strictOrigin = await strict.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  strict.server.closeAllConnections()
  await strict.close()
  await app.close()
})

/** Opens a connection and sends the head of a call and a first piece of its body. */
async function begin(content: string) {
  const connection = new Connection(strictOrigin)
  onTestFinished(() => void connection.socket.destroy())
  const headers = { 'content-type': 'application/json', 'content-length': 1000 }
  await connection.sendHead({ method: 'POST', path: addressOf(api.signIn.login), headers })
  await connection.send(content)
  return connection
}

const tooSlow = { statuscode: 408, message: 'The request took too long to arrive', success: false }

it('a body that does not arrive in time is refused', async () => {
  const connection = await begin('{"username":')
  // Nothing more is sent. Without a deadline this would wait forever.
  const { status, body } = await connection.answer()
  expect([status, JSON.parse(body)]).toMatchObject([408, tooSlow])
})

it('a body that keeps arriving too slowly is refused as well', async () => {
  const connection = await begin('{"username":')
  const drip = setInterval(() => void connection.send(' ').catch(() => {}), 20)
  onTestFinished(() => clearInterval(drip))
  expect((await connection.answer()).status).toBe(408)
})

it('a body that arrives after it was refused leaves the connection free for the next call', async () => {
  const connection = await begin('')
  expect((await connection.answer()).status).toBe(408)
  await connection.send(' '.repeat(1000))
  await connection.sendHead({ method: 'GET', path: '/healthz' })
  expect((await connection.answer()).status).toBe(200)
})

it('an upload may take any time while data keeps arriving', async () => {
  const robin = await app.signedIn()
  const message = new Response(formWith('avatar', await picture(64, 64).png().toBuffer()))
  const bytes = Buffer.from(await message.arrayBuffer())
  const upload = new Connection(strictOrigin)
  onTestFinished(() => void upload.socket.destroy())
  await upload.sendHead({
    method: api.accounts.updateAvatar.method,
    path: addressOf(api.accounts.updateAvatar),
    headers: {
      cookie: robin.cookieHeader,
      'content-type': message.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  })
  for (let at = 0; at < bytes.length; at += 100) {
    await upload.send(bytes.subarray(at, at + 100))
    // Another call, which was sent later, has reached its deadline.
    if (at < 300) expect((await (await begin('{"username":')).answer()).status).toBe(408)
  }
  expect((await upload.answer()).status).toBe(200)
})

it('a call that is fast enough is not affected', async () => {
  const { username } = await app.createPerson()
  const body = { username, password: 'Songbird7' }
  expect(await app.visitor().call(api.signIn.login, { body })).toMatchObject({ status: 200 })
})
