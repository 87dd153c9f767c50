import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app.ts'
import { formWith, picture } from '../../test/pictures.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({}, { arrivalMs: 1000 })
})
afterAll(() => app.close())

/** Opens a connection and sends the head of a call and a first piece of its body. */
function begin(path: string, type: string, cookie = '') {
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  const head = ['POST', path, 'HTTP/1.1\r\nhost: x\r\n'].join(' ')
  socket.write(`${head}content-type: ${type}\r\n${cookie}content-length: 1000\r\n\r\n{"username":`)
  return socket
}

it('a body that does not arrive in time is cut off', async () => {
  const socket = begin('/api/v1/user/login', 'application/json')
  socket.on('error', () => {})
  // Nothing is sent any more; without a deadline this would wait for as long as the caller likes.
  const [answer] = await Promise.all([text(socket), once(socket, 'close')])
  expect(answer).not.toContain('200 OK')
})

it('a body that keeps dripping is cut off as well', async () => {
  const socket = begin('/api/v1/user/login', 'application/json')
  socket.on('error', () => {})
  const drip = setInterval(() => socket.write(' '), 20)
  await once(socket, 'close')
  clearInterval(drip)
})

it('an upload may take its time, as long as something comes', async () => {
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
    method: api.user.updateAvatar.method,
    headers: { 'content-type': message.headers.get('content-type') ?? '' },
    body: slowly,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(200)
})

it('a prompt call is not touched', async () => {
  const { username } = await app.createPerson()
  const body = { username, password: 'Songbird7' }
  expect(await app.visitor().call(api.user.login, { body })).toMatchObject({ status: 200 })
})
