import { readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { api, limits } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { formWith, picture } from '../../../test/content/pictures.ts'
import { sendChunkedForm, sendRawForm } from '../../../test/content/uploads.ts'
import { patiently } from '../../../test/patience.ts'

let app: TestApp
let robin: Awaited<ReturnType<TestApp['signedIn']>>
beforeAll(async () => {
  app = await createTestApp()
  robin = await app.signedIn()
})
afterAll(() => app.close())

const boundary = 'a-boundary'
const part = (name: string, content: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="x.png"\r\n\r\n${content}`

const sendRaw = (body: string, type = `multipart/form-data; boundary=${boundary}`) =>
  robin.fetch('/api/v1/user/update-avatar', { method: 'PATCH', headers: { 'content-type': type }, body })

it.each([
  ['breaks off within a file', part('avatar', 'hello'), undefined],
  ['breaks off between two parts', `${part('other', 'hello')}\r\n--${boundary}`, undefined],
  ['has no parts in it', 'not a form', undefined],
  ['names no boundary', part('avatar', 'hello'), 'multipart/form-data'],
])('a form that %s is answered with 400', async (_what, body, type) => {
  const response = await sendRaw(body, type)
  expect(await response.json()).toMatchObject({ statuscode: 400, data: null, success: false })
  expect(response.status).toBe(400)
})

it('a field named like a property of Object.prototype is ignored', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const response = await sendRaw(`${part(name, 'x')}\r\n--${boundary}--\r\n`)
    expect(response.status).toBe(400)
  }
})

it('the order of the parts does not matter, and unknown parts are ignored', async () => {
  const form = formWith('something', Buffer.alloc(2_000_000))
  form.append('note', 'hello')
  form.append('avatar', new File([new Uint8Array(await picture(64, 64).png().toBuffer())], 'me.png'))
  expect(await robin.call(api.accounts.updateAvatar, { form })).toMatchObject({ status: 200 })
})

it('a form with too many parts is refused', async () => {
  const form = new FormData()
  for (let i = 0; i < 40; i++) form.append(`field${i}`, 'x')
  expect(await robin.call(api.accounts.updateAvatar, { form })).toMatchObject({ status: 413 })
})

it('a refused upload leaves the connection free for the next call', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<unknown>()
  const headers = { cookie: `vireo_session=${robin.cookies.get('vireo_session')}` }
  async function send(method: string, path: string, form?: FormData) {
    const message = form && new Response(form)
    const type = message?.headers.get('content-type')
    const call = request(`${app.origin}/api/v1${path}`, {
      agent,
      method,
      headers: { ...headers, ...(type && { 'content-type': type }) },
    })
    call.end(message && Buffer.from(await message.arrayBuffer()))
    return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      call.once('socket', (socket) => sockets.add(socket)).once('error', reject)
      call.once('response', async (response) =>
        resolve({ status: response.statusCode, body: await text(response) }),
      )
    })
  }
  const tooLarge = () => formWith('avatar', Buffer.alloc(limits.avatarBytes + 5_000_000))
  try {
    for (let i = 0; i < 3; i++) {
      expect(await send('PATCH', '/user/update-avatar', tooLarge())).toMatchObject({ status: 413 })
      expect(await send('GET', '/user/current-user')).toMatchObject({ status: 200 })
    }
    expect(sockets.size).toBe(1)
  } finally {
    agent.destroy()
  }
})

it('an upload by a visitor is refused before its body is read', async () => {
  // The body is never sent: the response comes after the headers alone.
  const status = await new Promise((resolve, reject) => {
    const call = request(`${app.origin}/api/v1/user/update-avatar`, {
      method: 'PATCH',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': 5_000_000 },
    })
    call.once('error', reject)
    call.once('response', (response) => {
      resolve(response.statusCode)
      call.destroy()
    })
    call.flushHeaders()
  })
  expect(status).toBe(401)
})

it('a form with a part whose header has no end is refused at once, and leaves no folder and no claimed space', async () => {
  const header = `--${boundary}\r\ncontent-disposition: form-data; name="videofile"; filename="a.mp4"`
  const end = `\r\n--${boundary}--\r\n`
  const file = `${part('thumbnail', 'a picture')}\r\n`
  for (const body of [header, header + end, file + header + end, `${header}\r\n${file}${end}`])
    expect(await sendRawForm(robin, boundary, Buffer.from(body))).toBe(400)
  await expect.poll(scratchNames, patiently).toEqual([])
  await expect.poll(() => app.context.sql`select from disk_claims`, patiently).toEqual([])
})

const scratchNames = () => readdir(app.config.scratchDir).catch(() => [])

/** A form whose first file has arrived, and the folder of that file. */
async function halfSentForm() {
  await expect.poll(scratchNames, patiently).toEqual([])
  const form = sendChunkedForm(robin)
  form.begin('thumbnail')
  await expect.poll(scratchNames, patiently).toHaveLength(1)
  return { form, folder: join(app.config.scratchDir, (await scratchNames())[0] ?? '') }
}

it('a disk that fills up while a video arrives gives a clear error', async () => {
  const { form, folder } = await halfSentForm()
  await symlink('/dev/full', join(folder, 'videofile-0'))
  form.begin('videofile')
  form.write(Buffer.alloc(200_000))
  form.end()
  expect(await form.answer).toEqual({
    status: 507,
    message: 'There is not enough room on the server for this video',
  })
})

it('files that cannot be removed after a request do not end the process', async () => {
  const { form } = await halfSentForm()
  const { scratchDir } = app.config
  await rename(scratchDir, `${scratchDir}-away`)
  // A path below a file cannot be removed.
  await writeFile(scratchDir, '')
  onTestFinished(async () => {
    await rm(scratchDir)
    await rm(`${scratchDir}-away`, { recursive: true })
  })
  form.breakOff()
  // The claimed disk space is released after the request, when the folder should have been removed.
  await expect.poll(() => app.context.sql`select from disk_claims`, patiently).toHaveLength(0)
  expect((await app.visitor().fetch('/healthz')).status).toBe(200)
})
