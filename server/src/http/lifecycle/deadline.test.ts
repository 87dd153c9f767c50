import { addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { Connection } from '../../../test/connection.ts'
import { formWith, picture } from '../../../test/pictures.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({}, { arrivalMs: 1000 })
})
afterAll(() => app.close())

/** Opens a connection and sends the head of a call and a first piece of its body. */
async function begin(content: string) {
  const connection = new Connection(app.origin)
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

it('a body that arrives after its refusal leaves the connection free for the next call', async () => {
  const connection = await begin('')
  expect((await connection.answer()).status).toBe(408)
  await connection.send(' '.repeat(1000))
  await connection.sendHead({ method: 'GET', path: '/healthz' })
  expect((await connection.answer()).status).toBe(200)
})

it('an upload may take long, as long as data keep arriving', async () => {
  const robin = await app.signedIn()
  const message = new Response(formWith('avatar', await picture(64, 64).png().toBuffer()))
  const bytes = Buffer.from(await message.arrayBuffer())
  const slowly = new ReadableStream({
    async start(controller) {
      const pieces = 15
      for (let i = 0; i < pieces; i++) {
        const from = Math.floor((bytes.length * i) / pieces)
        controller.enqueue(bytes.subarray(from, Math.floor((bytes.length * (i + 1)) / pieces)))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      controller.close()
    },
  })
  const response = await robin.fetch('/api/v1/user/update-avatar', {
    method: api.accounts.updateAvatar.method,
    headers: { 'content-type': message.headers.get('content-type') ?? '' },
    body: slowly,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(200)
})

it('a call that is fast enough is not affected', async () => {
  const { username } = await app.createPerson()
  const body = { username, password: 'Songbird7' }
  expect(await app.visitor().call(api.signIn.login, { body })).toMatchObject({ status: 200 })
})
