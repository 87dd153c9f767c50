import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { api } from '@vireo/contract'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { TestClient } from '../test/app/client.ts'
import { createTestDatabase } from '../test/database/database.ts'
import { patiently } from '../test/patience.ts'
import { startMailbox } from '../test/programs/mailbox.ts'
import {
  breakConfiguration,
  makeDataDir,
  makePreparedDataDir,
  postgresOf,
  runProgram,
} from '../test/programs/program.ts'
import { connect as connectSql } from './db/sql.ts'

const person = {
  fullname: 'Robin Reed',
  username: 'robin',
  email: 'robin@example.org',
  password: 'Songbird7',
}
const credentials = { username: person.username, password: person.password }

/** Creates an account with the code from the log, as on a site without a mail server. */
async function signUp(program: ReturnType<typeof runProgram>): Promise<TestClient> {
  const client = new TestClient(await program.origin())
  const { email } = person
  await client.call(api.accounts.sendEmailOtp, { body: { email } })
  const line = await program.waitForLine(/^mail: \d{6} is your Vireo code$/)
  const otp = /\d{6}/.exec(String(line.msg))?.[0] ?? ''
  await client.call(api.accounts.verifyEmailOtp, { body: { email, otp } })
  expect(await client.call(api.signIn.register, { body: person })).toMatchObject({ status: 200 })
  return client
}

const isAlive = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? 0, 0)
  } catch {
    return false
  }
}

it('serves from an empty folder; at SIGTERM it finishes running requests, stops PostgreSQL and exits with 0', async () => {
  const dataDir = await makeDataDir()
  const program = runProgram([], { DATA_DIR: dataDir, LOG_LEVEL: 'debug' })
  const { origin } = await signUp(program)
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await program.waitForLine(
    /no administrator.* http:\/\/localhost:\d+\/moderation\/administrator#[\w-]{20,}$/,
  )
  const postgres = await postgresOf(dataDir)
  expect(isAlive(postgres)).toBe(true)

  // A request whose body has not arrived completely.
  const body = JSON.stringify(credentials)
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const answer = text(socket)
  const head =
    'POST /api/v1/user/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n'
  socket.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  await vi.waitFor(() => expect(program.lines).toContainEqual(loginLine()), patiently)
  program.kill('SIGTERM')
  // A load balancer learns of the shutdown before connections are refused.
  const readiness = await watchReadiness(origin)
  expect(readiness.filter((status, at) => status !== readiness[at - 1])).toEqual([200, 503, 'refused'])
  expect(isAlive(postgres)).toBe(true)
  socket.write(body.slice(10))
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK.*"message":"Signin Successful"/s)

  expect(await program.exit).toEqual({ code: 0, signal: null, stderr: '' })
  expect(isAlive(postgres)).toBe(false)
  expect(program.lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

/** The statuses of /readyz, one after the other, until the server has stopped. */
async function watchReadiness(origin: string): Promise<(number | 'refused')[]> {
  const answers: (number | 'refused')[] = [200]
  await vi.waitFor(async () => {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    answers.push(answer?.status ?? 'refused')
    expect(answer).toBe(undefined)
  }, patiently)
  return answers
}

const loginLine = () =>
  expect.objectContaining({ req: expect.objectContaining({ path: '/api/v1/user/login' }) })

it('keeps its data after kill -9 and refuses a second server on them; npm run admin works with and without the server', async () => {
  const dataDir = await makePreparedDataDir()
  const first = runProgram([], { DATA_DIR: dataDir })
  const client = await signUp(first)
  await client.call(api.accounts.updateAccount, { body: { bio: 'I was here before the crash.' } })

  const second = await runProgram([], { DATA_DIR: dataDir }).exit
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(/Another Vireo server \(pid \d+\) is already using DATA_DIR/)
  await changeAdmin('promote', dataDir)
  expect(await client.call(api.accounts.currentUser)).toMatchObject({ status: 200, data: { role: 'admin' } })

  first.kill('SIGKILL')
  await first.exit
  await changeAdmin('demote', dataDir)
  const next = runProgram([], { DATA_DIR: dataDir })
  // The session is still valid as well.
  const again = new TestClient(await next.origin())
  for (const [name, value] of client.cookies) again.cookies.set(name, value)
  const me = await again.call(api.accounts.currentUser)
  expect(me).toMatchObject({ status: 200, data: { bio: 'I was here before the crash.', role: 'member' } })
})

async function changeAdmin(command: 'promote' | 'demote', dataDir: string) {
  const script = join(import.meta.dirname, '../../scripts/admin.ts')
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [script, command, person.username], { env })
}

it('answers 503 while its PostgreSQL is down, works again afterwards, and stops cleanly without it', async () => {
  const dataDir = await makePreparedDataDir()
  const program = runProgram([], { DATA_DIR: dataDir })
  const client = await signUp(program)
  await client.call(api.accounts.updateAccount, { body: { bio: 'I was here before the crash.' } })
  const repair = await breakConfiguration(dataDir)
  process.kill((await postgresOf(dataDir)) ?? 0, 'SIGKILL')

  await vi.waitFor(async () => expect((await client.fetch('/readyz')).status).toBe(503), patiently)
  const refused = await client.call(api.accounts.currentUser)
  expect(refused).toMatchObject({ status: 503, envelope: { statuscode: 503, data: null, success: false } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await client.fetch('/healthz')).status).toBe(200)

  await repair()
  await vi.waitFor(async () => expect((await client.fetch('/readyz')).status).toBe(200), patiently)
  expect(await client.call(api.accounts.currentUser)).toMatchObject({
    status: 200,
    data: { bio: 'I was here before the crash.' },
  })
  expect(await client.call(api.signIn.login, { body: credentials })).toMatchObject({ status: 200 })
  const before = program.lines.length
  await client.call(api.accounts.sendEmailOtp, { body: { email: 'later@example.org' } })
  const mailed = () => program.lines.slice(before).some(({ msg }) => /^mail: \d{6} is/.test(String(msg)))
  await vi.waitFor(() => expect(mailed()).toBe(true), patiently)

  await breakConfiguration(dataDir)
  process.kill((await postgresOf(dataDir)) ?? 0, 'SIGKILL')
  await vi.waitFor(async () => expect((await client.fetch('/readyz')).status).toBe(503), patiently)
  program.kill('SIGTERM')
  expect(await program.exit).toMatchObject({ code: 0 })
})

it('without a mail server each message is a file that only its owner may read, and its code is in the log', async () => {
  const dataDir = await makeDataDir()
  const database = await createTestDatabase(inject('postgresUrl'))
  const program = runProgram([], { DATA_DIR: dataDir, DATABASE_URL: database.url })
  onTestFinished(async () => {
    program.kill('SIGTERM')
    await program.exit
    await database.drop()
  })
  await signUp(program)
  const outbox = join(dataDir, 'outbox')
  const [name = ''] = await readdir(outbox)
  expect(name).toMatch(/\.eml$/)
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
  const mail = await readFile(join(outbox, name), 'utf8')
  expect(mail).toMatch(/^Subject: \d{6} is your Vireo code\r?$/m)
  expect(mail).toMatch(/^To: robin@example\.org\r?$/m)
})

it('runs as two processes on one database: one serves requests, the other runs the jobs', async () => {
  const [database, mailbox] = await Promise.all([createTestDatabase(inject('postgresUrl')), startMailbox()])
  const env = { DATABASE_URL: database.url, MAIL_URL: mailbox.url }
  const server = runProgram(['api'], { ...env, DATA_DIR: await makeDataDir() })
  const worker = runProgram(['worker'], { ...env, DATA_DIR: await makeDataDir() })
  onTestFinished(async () => {
    for (const program of [server, worker]) program.kill('SIGTERM')
    await Promise.all([server.exit, worker.exit])
    await mailbox.close()
    await database.drop()
  })
  const visitor = new TestClient(await server.origin())
  await visitor.call(api.accounts.sendEmailOtp, { body: { email: 'far@example.org' } })
  await vi.waitFor(() => expect(mailbox.received).toHaveLength(1), patiently)
  expect(server.lines.some(({ msg }) => msg === 'job done')).toBe(false)
  expect(worker.lines.some(({ msg }) => String(msg).startsWith('Vireo is ready'))).toBe(false)
})

it('a worker logs when it is ready and where its mail goes, and serves its health', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const dataDir = await makeDataDir()
  const worker = runProgram(['worker'], { DATABASE_URL: database.url, DATA_DIR: dataDir })
  const { msg } = await worker.waitForLine(/^Vireo worker is ready/)
  const [origin = ''] = /http:\/\/[^/]+/.exec(String(msg)) ?? []
  const statuses = ['/healthz', '/readyz', '/', '/api/v1/video/'].map(
    async (path) => (await fetch(`${origin}${path}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404])
  await worker.waitForLine(/^MAIL_URL is not set: .*sign-up codes.*outbox/)
  worker.kill('SIGTERM')
  expect(await worker.exit).toEqual({ code: 0, signal: null, stderr: '' })
})

it('stops in time even if a request and a job never end', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  // A mail server that does not answer keeps the job that sends a code waiting.
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const isSending = once(silent, 'connection')
  const MAIL_URL = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const settings = { DATABASE_URL: database.url, DATA_DIR: await makeDataDir(), MAIL_URL, LOG_LEVEL: 'debug' }
  const program = runProgram([], settings)
  const client = new TestClient(await program.origin())
  await client.call(api.accounts.sendEmailOtp, { body: { email: person.email } })
  await isSending
  const { port } = new URL(client.origin)
  const socket = connect(Number(port), '127.0.0.1')
  const answer = text(socket).catch(() => '')
  const head = 'POST /api/v1/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  socket.write(`${head}content-length: 100\r\n\r\n{`)
  await vi.waitFor(() => expect(program.lines).toContainEqual(loginLine()), patiently)
  program.kill('SIGTERM')
  // The exit code would be 1 if the process had to be ended after eight seconds.
  expect(await program.exit).toEqual({ code: 0, signal: null, stderr: '' })
  await answer
})

it('migrate prepares a database and exits, and does nothing the second time', async () => {
  const database = await createTestDatabase(inject('postgresUrl'), 'template0')
  const sql = connectSql(database.url, { max: 1 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await database.drop()
  })
  const env = { DATABASE_URL: database.url, DATA_DIR: await makeDataDir() }
  const first = runProgram(['migrate'], env)
  expect(await first.exit).toEqual({ code: 0, signal: null, stderr: '' })
  expect(first.lines.map(({ msg }) => msg)).toEqual(['database migrated'])
  expect(await sql`select from users`).toEqual([])
  expect(await sql`select from graphile_worker.jobs`).toEqual([])
  const second = runProgram(['migrate'], env)
  expect(await second.exit).toMatchObject({ code: 0 })
  expect(second.lines).toEqual([])
})

it('exits with all problems of its settings before it touches anything', async () => {
  const dataDir = join(await makeDataDir(), 'untouched')
  const env = {
    DATA_DIR: dataDir,
    PORT: 'eighty',
    ROLE: 'boss',
    MAIL_URL: 'user:hunter2@mail',
    TRUST_PROXY: 'yes',
  }
  const { code, stderr } = await runProgram([], env).exit
  expect(code).toBe(1)
  for (const name of ['PORT', 'ROLE', 'MAIL_URL', 'TRUST_PROXY'])
    expect(stderr).toContain(`\n- ${name} must be `)
  expect(stderr).not.toMatch(/hunter2|\n\s+at /)
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})

it('refuses unknown commands', async () => {
  const { code, stderr } = await runProgram(['sereve'], { DATA_DIR: await makeDataDir() }).exit
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Unknown command "sereve": use all, api, worker, migrate or seed/)
})

it('stops PostgreSQL again when its port is in use', async () => {
  const dataDir = await makePreparedDataDir()
  const blocker = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void blocker.close())
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  const { code, stderr } = await runProgram([], { DATA_DIR: dataDir, PORT: String(port) }).exit
  expect(code).toBe(1)
  expect(stderr).toContain('EADDRINUSE')
  expect(await postgresOf(dataDir)).toBe(undefined)
})
