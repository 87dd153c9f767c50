import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { postTweet } from '../../../../test/content/tweets.ts'
import { makeJobsDue } from '../../../../test/jobs/worker.ts'
import { testPassword } from '../../../../test/password.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import type { Storage } from '../../../media/storage/storage.ts'
import { runWorker } from '../../../program/worker.ts'
import { prove } from '../../people/accounts/test-kit.ts'
import { staff, suspend } from '../../staff/moderation/test-kit.ts'
import { sweepExpiredJob } from '../housekeeping/housekeeping.jobs.ts'
import { download, latest, prepareExport, request } from './test-kit.ts'

const day = 24 * 3600

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.stop())
afterAll(() => app.close())

const storedExports = () => app.context.storage.list('exports')
const namesIn = (folder: string) => readdir(folder).catch(() => [])
/** Folders of moved files are cleared again days later. */
const jobsLeft = () => app.context.sql`
  select task_identifier from graphile_worker.jobs where task_identifier not like 'housekeeping:%'
    and not (task_identifier = 'files:remove-folder' and run_at > now())`

/** Replaces a method of the storage until the end of the test. */
function replace<Name extends 'read' | 'stat'>(name: Name, method: Storage[Name]) {
  const { storage } = app.context
  Object.assign(storage, { [name]: method })
  onTestFinished(() => void Reflect.deleteProperty(storage, name))
}

const confirm = (client: TestClient) =>
  client.call(api.sessions.confirm, { body: { password: testPassword } })

async function sweep() {
  await enqueue(app.context.sql, sweepExpiredJob, {})
  await app.runJobs()
}

it('an export is prepared, announced by mail, and can be downloaded for seven days', async () => {
  const robin = await app.signedIn()
  expect(await latest(robin)).toBeNull()
  expect(await request(robin)).toMatchObject({
    status: 200,
    data: { status: 'pending', withFiles: false, size: null, expiresAt: null, url: null },
  })
  const ready = await prepareExport(app, robin)
  expect(ready).toMatchObject({ status: 'ready', failure: null })
  const left = Date.parse(ready.expiresAt ?? '') - app.clock.now().getTime()
  expect(left / 1000).toBeGreaterThan(7 * day - 60)
  const answer = await robin.fetch(ready.url ?? '')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(ready.size),
    'content-disposition': expect.stringMatching(/^attachment; filename="vireo-data-\d{4}-\d\d-\d\d\.zip"/),
    'cache-control': 'private, no-store',
  })
  await answer.body?.cancel()
  const mail = await app.newestMail(robin.person.email)
  expect(mail.subject).toBe('Your Vireo data is ready')
  expect(mail.text).toContain('/settings#your-data')
  expect(mail.text).toContain(String(new Date(ready.expiresAt ?? '').getUTCFullYear()))
  expect(mail.text).not.toContain('/media/')

  app.clock.advance(5 * 60 + 1)
  expect((await robin.fetch(ready.url ?? '')).status).toBe(404)
  expect((await download(robin, (await latest(robin))?.url ?? null)).names).toContain('README.txt')
  app.clock.advance(7 * day - (5 * 60 + 1) - 30)
  await confirm(robin)
  const last = await latest(robin)
  expect((await robin.fetch(last?.url ?? '')).status).toBe(200)
  app.clock.advance(61)
  // Expired exports have not been swept yet.
  expect(await storedExports()).toHaveLength(1)
  expect((await robin.fetch(last?.url ?? '')).status).toBe(404)
  expect(await latest(robin)).toBeNull()
  await sweep()
  expect(await storedExports()).toEqual([])
  expect(await app.context.sql`select from exports`).toEqual([])
})

it('an export cannot be seen or deleted by another person, and is served at its signed address only', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  await request(robin)
  const { url } = await prepareExport(app, robin)
  expect(await latest(wren)).toBeNull()
  await wren.call(api.exports.remove)
  expect((await robin.fetch(url ?? '')).status).toBe(200)
  const [, token = '', key = '', name = ''] = /download\/([^/]+)\/(.+)\?name=(.+)$/.exec(url ?? '') ?? []
  const forged = [
    `/media/${key}`,
    `/media/signed/${token}/${key}`,
    `/media/download/${token}/${key}`,
    `/media/download/${token}/${key}?name=other.zip`,
    `/media/download/${token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}/${key}?name=${name}`,
  ]
  for (const address of forged) expect((await robin.fetch(address)).status, address).toBe(404)
  for (const call of [api.exports.latest, api.exports.remove])
    expect((await app.visitor().call(call)).status).toBe(401)

  expect(await robin.call(api.exports.remove)).toMatchObject({ status: 200, data: null })
  expect(await latest(robin)).toBeNull()
  expect((await robin.fetch(url ?? '')).status).toBe(404)
  await app.runJobs()
  expect(await storedExports()).toEqual([])
})

it('one of several simultaneous requests is accepted; a later request replaces a finished export, three times a day', async () => {
  const robin = await app.signedIn()
  const answers = await Promise.all([request(robin), request(robin, true), request(robin)])
  expect(answers.map(codeOf).sort()).toEqual([
    [200, undefined],
    [409, 'export.pending'],
    [409, 'export.pending'],
  ])
  const first = await prepareExport(app, robin)
  expect((await request(robin)).status).toBe(200)
  expect((await robin.fetch(first.url ?? '')).status).toBe(404)
  const second = await prepareExport(app, robin)
  expect(second.url).not.toBe(first.url)
  expect(await storedExports()).toHaveLength(1)

  expect((await request(robin)).status).toBe(200)
  const third = await prepareExport(app, robin)
  const refused = await request(robin)
  expect(codeOf(refused)).toEqual([429, 'request.too-many'])
  expect(refused.message).toBe('You can request your data 3 times a day. Please try again tomorrow.')
  // A refused request does not change the last export.
  expect((await robin.fetch(third.url ?? '')).status).toBe(200)
  app.clock.advance(day + 1)
  await confirm(robin)
  expect((await request(robin)).status).toBe(200)
  await prepareExport(app, robin)
  await robin.call(api.exports.remove)
  await app.runJobs()
  expect(await storedExports()).toEqual([])
})

it('an export requires a recently confirmed session', async () => {
  const robin = await app.signedIn()
  app.clock.advance(15 * 60 + 1)
  expect(codeOf(await request(robin))).toEqual([403, 'auth.confirm-needed'])
  expect(await latest(robin)).toBeNull()
  await confirm(robin)
  expect((await request(robin)).status).toBe(200)
  await prepareExport(app, robin)
  await robin.call(api.exports.remove)
})

it('the address of an export is given to a confirmed session only, and is valid for that session only', async () => {
  const robin = await app.signedIn()
  await request(robin)
  const { url } = await prepareExport(app, robin)
  const otherBrowser = app.visitor()
  await otherBrowser.call(api.signIn.login, {
    body: { username: robin.person.username, password: testPassword },
  })
  const statuses = async (address: string | null | undefined) => {
    const clients = [robin, otherBrowser, app.visitor(), await app.signedIn()]
    return Promise.all(clients.map(async (client) => (await client.fetch(address ?? '')).status))
  }
  expect(await statuses(url)).toEqual([200, 404, 404, 404])
  expect(await statuses((await latest(otherBrowser))?.url)).toEqual([404, 200, 404, 404])

  app.clock.advance(15 * 60 + 1)
  expect(await latest(robin)).toMatchObject({ status: 'ready', url: null })
  await confirm(robin)
  const again = (await latest(robin))?.url
  expect((await latest(otherBrowser))?.url).toBeNull()
  expect(await statuses(again)).toEqual([200, 404, 404, 404])
  await robin.call(api.signIn.logout)
  expect(await statuses(again)).toEqual([404, 404, 404, 404])
  await confirm(otherBrowser)
  await otherBrowser.call(api.exports.remove)
  await app.runJobs()
})

const newPassword = 'Sparrow8!'
const changes: [string, (client: Awaited<ReturnType<TestApp['signedIn']>>) => Promise<{ status: number }>][] =
  [
    [
      'a change of the password',
      (client) =>
        client.call(api.accounts.changePassword, { body: { oldPassword: testPassword, newPassword } }),
    ],
    [
      'a reset of the password',
      async ({ person: { email } }) => {
        const visitor = app.visitor()
        await prove(app, visitor, email, 'reset')
        return visitor.call(api.accounts.resetPassword, { body: { email, password: newPassword } })
      },
    ],
    [
      'the deletion of the account',
      (client) => client.call(api.accountDeletion.deleteAccount, { body: { password: testPassword } }),
    ],
  ]

it.each(changes)('an export ends with %s: its link at once, then its file', async (_what, change) => {
  const robin = await app.signedIn()
  await request(robin)
  const { url } = await prepareExport(app, robin)
  expect((await change(robin)).status).toBe(200)
  expect((await app.visitor().fetch(url ?? '')).status).toBe(404)
  expect(await app.context.sql`select from exports`).toEqual([])
  await app.runJobs()
  expect(await storedExports()).toEqual([])
})

const stops: typeof changes = [
  ...changes,
  ['a suspension', async ({ person }) => suspend(await staff(app, 'admin'), person.id)],
]

it.each(stops)(
  'an export that is being prepared during %s is dropped without a mail',
  async (_what, change) => {
    const robin = await app.signedIn()
    await postTweet(robin)
    const { storage, sql, config } = app.context
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    replace('read', async (key) => {
      reached.resolve()
      await go.promise
      return Object.getPrototypeOf(storage).read.call(storage, key)
    })
    await request(robin, true)
    const preparing = app.runJobs()
    await reached.promise
    expect((await change(robin)).status).toBe(200)
    go.resolve()
    await preparing
    expect(await jobsLeft()).toEqual([])
    expect(await sql`select from exports`).toEqual([])
    expect(await storedExports()).toEqual([])
    expect(await namesIn(config.scratchDir)).toEqual([])
    const subjects = (await app.mailsTo(robin.person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('data'))).toEqual([])
    expect(subjects).toContainEqual(
      expect.stringMatching(/password was changed|will be deleted|was suspended/),
    )
  },
)

it('an export that is deleted during its preparation leaves no file', async () => {
  const robin = await app.signedIn()
  await postTweet(robin)
  const { storage, sql, config } = app.context
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const opened: Readable[] = []
  replace('read', async (key) => {
    const source: Readable = await Object.getPrototypeOf(storage).read.call(storage, key)
    opened.push(source)
    reached.resolve()
    await go.promise
    return source
  })
  await request(robin, true)
  const preparing = app.runJobs()
  await reached.promise
  await robin.call(api.exports.remove)
  // Long enough for the job to check again whether the export still exists.
  const later = performance.now() + 60_000
  const watch = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => watch.mockRestore())
  go.resolve()
  await preparing
  expect(await jobsLeft()).toEqual([])
  expect(await storedExports()).toEqual([])
  expect(await namesIn(config.scratchDir)).toEqual([])
  expect(await sql`select from disk_claims`).toEqual([])
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
  expect(await app.mailsTo(robin.person.email)).toEqual([])
})

it('an export fails with a reason when the disk is full, and leaves no files', async () => {
  const robin = await app.signedIn()
  await postTweet(robin)
  const { storage, config } = app.context
  replace('stat', async (key) => {
    const found = await Object.getPrototypeOf(storage).stat.call(storage, key)
    return found && { ...found, size: 1e15 }
  })
  await request(robin, true)
  const failed = await prepareExport(app, robin)
  expect(failed).toMatchObject({
    status: 'failed',
    failure: 'There is not enough room on the server for your data. Try again later, or without the files.',
    url: null,
    size: null,
  })
  const mail = await app.newestMail(robin.person.email)
  expect(mail.subject).toBe('Your Vireo data could not be prepared')
  expect(await storedExports()).toEqual([])
  expect(await namesIn(config.scratchDir)).toEqual([])
  expect((await request(robin)).status).toBe(200)
  expect(await prepareExport(app, robin)).toMatchObject({ status: 'ready' })
  await robin.call(api.exports.remove)
})

it('an export fails after three attempts when a file cannot be read, and can be requested again', async () => {
  const robin = await app.signedIn()
  await postTweet(robin)
  const { sql, config } = app.context
  let tries = 0
  const broken: Storage['read'] = async () => {
    tries += 1
    const error = new Error('Input/output error')
    return Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw error
      })(),
    )
  }
  replace('read', broken)
  await request(robin, true)
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect((await latest(robin))?.status).toBe('pending')
    await app.runJobs()
    await makeJobsDue(sql)
  }
  expect(tries).toBe(3)
  expect(await latest(robin)).toMatchObject({
    status: 'failed',
    failure: 'Your data could not be prepared. Please try again.',
  })
  expect(await storedExports()).toEqual([])
  expect(await namesIn(config.scratchDir)).toEqual([])
  expect(await sql`select from disk_claims`).toEqual([])
  await sql`delete from graphile_worker._private_jobs where attempts >= max_attempts`
})

it('an export without a job fails at the next sweep', async () => {
  const robin = await app.signedIn()
  const { sql, clock } = app.context
  await sql`
    insert into exports (id, user_id, with_files, created_at)
    values (gen_random_uuid(), ${robin.person.id}, false, ${clock.now()})`
  app.clock.advance(120)
  await sweep()
  expect(await latest(robin)).toMatchObject({ status: 'failed' })
  await robin.call(api.exports.remove)
})

it('an export without a job is dropped when the account is suspended', async () => {
  const robin = await app.signedIn()
  const { sql, clock } = app.context
  await sql`
    insert into exports (id, user_id, with_files, created_at)
    values (gen_random_uuid(), ${robin.person.id}, false, ${clock.now()})`
  await suspend(await staff(app, 'admin'), robin.person.id)
  app.clock.advance(120)
  await sweep()
  expect(await sql`select from exports where user_id = ${robin.person.id}`).toEqual([])
})

it('an export is restarted by another worker when one stops in the middle, and leaves no files', async () => {
  const other = await createTestApp()
  onTestFinished(() => other.close())
  const robin = await other.signedIn()
  await postTweet(robin)
  const { storage, sql, config } = other.context
  const read = storage.read.bind(storage)
  const reached = Promise.withResolvers<void>()
  Object.assign(storage, {
    read: async () => {
      reached.resolve()
      // Sends the beginning of a file and then hangs.
      const source = new Readable({ read: () => {} })
      source.push('half')
      return source
    },
  })
  await request(robin, true)
  const first = await runWorker(other.context)
  await reached.promise
  await first.stop()
  expect(await latest(robin)).toMatchObject({ status: 'pending' })
  expect(await namesIn(config.scratchDir)).toEqual([])
  expect(await storage.list('exports')).toEqual([])

  Object.assign(storage, { read })
  const ready = await prepareExport(other, robin)
  expect(ready).toMatchObject({ status: 'ready', withFiles: true })
  expect((await download(robin, ready.url)).stored).toHaveLength(1)
  expect(await storage.list('exports')).toHaveLength(1)
  expect(await namesIn(config.scratchDir)).toEqual([])
  expect(await sql`select from disk_claims`).toEqual([])
})
