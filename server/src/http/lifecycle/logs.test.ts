import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { formWith, picture } from '../../../test/content/pictures.ts'
import { addVideo } from '../../../test/content/videos.ts'
import { aloneInText } from '../../../test/database/dump.ts'
import { makeJobsDue } from '../../../test/jobs/worker.ts'
import { patiently } from '../../../test/patience.ts'
import { loadSecret } from '../../db/secret.ts'
import { newcomer, prove, wrongCode } from '../../features/people/accounts/test-kit.ts'
import { createSigner } from '../../lib/security/signer.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) }
  app = await createTestApp({ LOG_LEVEL: 'trace' }, { logTo })
})
afterAll(() => app.close())

it('no line contains a password, code, cookie or token, at any log level', async () => {
  const secrets = new Set<string>()
  const codes = new Set<string>()
  const visitor = app.visitor()
  const note = () => {
    for (const [name, value] of visitor.cookies) if (name !== 'vireo_signed_in') secrets.add(value)
  }
  const body = { ...newcomer('discreet'), password: 'Unlogged77' }
  for (const secret of [body.password, 'Mistyped88', 'Replaced99', 'Forgotten66!']) secrets.add(secret)

  // Signing up, with a mail that fails at first and a code that is mistyped.
  app.mailbox.refuseNext(1)
  await visitor.call(api.accounts.sendEmailOtp, { body: { email: body.email } })
  await app.runJobs()
  await makeJobsDue(app.context.sql)
  const otp = await app.newestCode(body.email)
  codes
    .add(app.mailbox.refused[0]?.subject.slice(0, 6) ?? '')
    .add(otp)
    .add(wrongCode(otp))
  await visitor.call(api.accounts.verifyEmailOtp, { body: { email: body.email, otp: wrongCode(otp) } })
  await visitor.call(api.accounts.verifyEmailOtp, { body: { email: body.email, otp } })
  note()
  await visitor.call(api.signIn.register, { body })
  note()
  // Wrong and malformed calls.
  await visitor.call(api.signIn.login, { body: { username: body.username, password: 'Mistyped88' } })
  await visitor.callUnchecked(api.signIn.login, { body: { username: 7, password: 'Mistyped88' } })
  await visitor.fetch('/api/v1/user/login?password=Mistyped88', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer Mistyped88' },
    body: '{"password": "Mistyped88"',
  })
  // An upload, an unexpected failure, a change of password and a reset.
  await visitor.call(api.accounts.updateAvatar, {
    form: formWith('avatar', await picture(64, 64).png().toBuffer()),
  })
  await app.context.sql`alter table subscriptions rename to hidden`
  await visitor.call(api.accounts.channel, { params: { username: body.username } })
  await app.context.sql`alter table hidden rename to subscriptions`
  await visitor.call(api.accounts.changePassword, {
    body: { oldPassword: body.password, newPassword: 'Replaced99' },
  })
  await prove(app, visitor, body.email, 'reset')
  note()
  codes.add(await app.newestCode(body.email))
  await visitor.call(api.accounts.resetPassword, { body: { email: body.email, password: 'Forgotten66!' } })
  await app.runJobs()

  const log = lines.join('')
  expect(log).toContain('request failed')
  expect(log).toContain('Try again later')
  expect(log).toContain('busboy')
  expect(secrets.size).toBeGreaterThanOrEqual(7)
  for (const secret of secrets) expect(log).not.toContain(secret)
  for (const code of codes) {
    expect(code).toMatch(/^\d{6}$/)
    expect(log).not.toMatch(aloneInText(code))
  }
})

it('no line contains the signature of a private file or download, encoded or not, served or refused', async () => {
  const owner = await app.signedIn()
  const { folder } = await addVideo(app, { ownerId: owner.person.id, visibility: 'private' })
  const { sql, storage, clock } = app.context
  const signer = createSigner(await loadSecret(sql, 'signing'))
  const key = `${folder}/extras/preview.mp4`
  await storage.putBytes(key, Buffer.from('preview'), 'video/mp4')
  const inAnHour = new Date(clock.now().getTime() + 3_600_000)
  const [signed, download] = [signer.sign(folder, inAnHour), signer.sign(`${key}\nclip.mp4`, inAnHour)]
  const encoded = [...signed].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
  const before = lines.length
  const ask = async (path: string) => (await app.visitor().fetch(path)).status
  expect(await ask(`/media/signed/${signed}/${key}`)).toBe(200)
  expect(await ask(`/media/signed/${encoded}/${key}`)).toBe(200)
  expect(await ask(`/media/download/${download}/${key}?name=clip.mp4`)).toBe(200)
  expect(await ask(`/media/signed/${signed}/${folder}/missing.mp4`)).toBe(404)
  expect(await ask(`/media/signed/${signed}/%E0%A4%A`)).toBe(404)
  expect(await ask(`/elsewhere/${signed}/x.mp4`)).toBe(404)
  // An unexpected failure.
  await sql`alter table videos rename to videos_elsewhere`
  expect(await ask(`/media/signed/${signed}/videos/another/x.mp4`)).toBe(500)
  await sql`alter table videos_elsewhere rename to videos`
  const completed = () => lines.slice(before).filter((line) => line.includes('request completed'))
  // An address that cannot be decoded has no such line.
  await vi.waitFor(() => expect(completed()).toHaveLength(6), patiently)
  const log = lines.slice(before).join('')
  expect(log).toContain('/media/signed/[signature]/videos/')
  // Nor without its leading time. The signature itself may contain hyphens.
  const bare = [signed, download].map((text) => text.slice(text.indexOf('-') + 1))
  for (const secret of [signed, download, encoded, ...bare]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(log).not.toContain(secret)
  }
})

/** The number of the default log level. */
const info = 30

it('every line is a JSON object, and a request has one, which contains its id', async () => {
  const before = lines.length
  const response = await app.visitor().fetch('/api/v1/user/current-user?next=/settings')
  const id = response.headers.get('x-request-id')
  const own = () =>
    lines
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ reqId, level }) => reqId === id && level >= info)
  await vi.waitFor(() => expect(own()).toHaveLength(1), patiently)
  expect(own()[0]).toMatchObject({
    msg: 'request completed',
    req: { method: 'GET', path: '/api/v1/user/current-user', ip: '127.0.0.1' },
    res: { statusCode: 401 },
    responseTime: expect.any(Number),
  })
})

it('a read that succeeds writes no line at the default level; a change, a refusal and a slow read do', async () => {
  const written: string[] = []
  const logTo = { write: (line: string) => void written.push(line) }
  const site = await createTestApp({ LOG_LEVEL: 'info' }, { logTo })
  const slow = await createTestApp({ LOG_LEVEL: 'info' }, { logTo, slowMs: 0 })
  try {
    const person = await site.signedIn()
    const read = api.videos.list
    written.length = 0
    const quick = [
      await person.call(read, {}),
      await site.visitor().call(read, {}),
      await person.fetch('/healthz'),
    ]
    const logged = [
      await slow.visitor().call(read, {}),
      await site.visitor().fetch('/media/videos/none/none.mp4'),
      await person.call(api.history.changeSettings, { body: { isPaused: true } }),
    ]
    const ids = () => written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request completed')
    const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id')
    await vi.waitFor(() => expect(ids().map(({ reqId }) => reqId)).toEqual(logged.map(idOf)), patiently)
    expect(quick.map(idOf)).not.toContain(null)
  } finally {
    await Promise.all([site.close(), slow.close()])
  }
})

it('a request cannot choose its own id', async () => {
  const headers = { 'request-id': 'forged', 'x-request-id': 'forged' }
  const response = await app.visitor().fetch('/healthz', { headers })
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

it('a log that nobody reads does not fill the memory', async () => {
  const code = `
    import { createLogger } from ${JSON.stringify(new URL('../../lib/logger.ts', import.meta.url).href)}
    const log = createLogger('info')
    for (let i = 0; i < 10_000; i++) {
      log.info('x'.repeat(10_000))
      if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    gc()
    process.stderr.write(String(process.memoryUsage().heapUsed))`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [heap] = await once(child.stderr, 'data')
  // 100 MB were logged.
  expect(Number(heap)).toBeLessThan(40_000_000)
})
