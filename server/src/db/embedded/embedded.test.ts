import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { patiently } from '../../../test/patience.ts'
import { breakConfiguration } from '../../../test/programs/program.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import {
  isAlive,
  makeFolder,
  makeLog,
  postmasterPid,
  query,
  readNotes,
  start,
  startInChild,
  writeNote,
} from './test-kit.ts'

/** A DATA_DIR after its first start. Copying it is faster than another initdb. */
let template = ''
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'vireo embedded template '))
  const database = await startEmbeddedPostgres({ dataDir: template, log: makeLog(), fast: true })
  await database.stop()
})
afterAll(() => rm(template, { recursive: true }))

async function makeUsedDataDir(): Promise<string> {
  const dataDir = await makeFolder()
  // Ten times as fast as that of node:fs/promises.
  execFileSync('cp', ['-a', `${template}/.`, dataDir])
  return dataDir
}

const held = (pid: number | undefined) => `Another Vireo server (pid ${pid}) is already using DATA_DIR`
const asAdmin = (url: string) => url.replace('//vireo:', '//postgres:').replace(/vireo$/, 'postgres')

test('the database survives a stop and a start, in a path with spaces', async () => {
  const dataDir = await makeFolder()
  const first = await start(dataDir, { fast: false })
  expect(first.url).toMatch(/^postgres:\/\/vireo:[\w-]{32}@127\.0\.0\.1:\d+\/vireo$/)
  await writeNote(first.url)
  await first.stop()
  await first.stop()

  const second = await start(dataDir, { fast: false })
  expect(await readNotes(second.url)).toEqual(['kept'])
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
})

test('the cluster is private, durable and the same on every machine', async () => {
  const dataDir = await makeFolder()
  const { url } = await start(dataDir, { fast: false })
  const [settings] = await query(
    url,
    `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
       current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
       current_setting('password_encryption') as passwords, current_setting('timezone') as zone,
       rolsuper as superuser, datlocprovider as provider,
       datlocale as locale, pg_get_userbyid(datdba) as owner
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  expect(settings).toEqual({
    addresses: '127.0.0.1',
    fsync: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    passwords: 'scram-sha-256',
    zone: 'UTC',
    superuser: false,
    provider: 'b',
    locale: 'C.UTF-8',
    owner: 'vireo',
  })
  const [admin] = await query<{ sockets: string }>(
    asAdmin(url),
    `select current_setting('unix_socket_directories') as sockets`,
  )
  expect(admin).toEqual({ sockets: '' })
  const modes = ['postgres.password', 'postgres.log', 'server.lock', 'postgres'].map(
    async (name) => (await stat(join(dataDir, name))).mode & 0o077,
  )
  expect(await Promise.all(modes)).toEqual([0, 0, 0, 0])
  await expect(query(url.replace(/:[\w-]{32}@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication',
  )
})

test('letters of every script count in a similarity search', async () => {
  const { url } = await start(await makeUsedDataDir())
  await query(url, 'create extension pg_trgm')
  const [row] = await query<{ likeness: number }>(url, `select similarity('ВИДЕО', 'видео') as likeness`)
  expect(row?.likeness).toBe(1)
})

test('the option fast turns off fsync', async () => {
  const { url } = await start(await makeUsedDataDir(), { fast: true })
  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'off' }])
})

test('after kill -9 of the server, the next start finds all data', async () => {
  const dataDir = await makeUsedDataDir()
  const killed = startInChild(dataDir, { fast: false })
  const { url = '' } = await killed.answer
  await writeNote(url)
  const orphan = await postmasterPid(join(dataDir, 'postgres'))
  await killed.kill()
  expect(isAlive(orphan)).toBe(true)

  const log = makeLog()
  const next = await start(dataDir, { log, fast: false })
  expect(await readNotes(next.url)).toEqual(['kept'])
  expect(log.warn).toHaveBeenCalledWith({ pid: orphan }, expect.stringContaining('killed Vireo server'))
  expect(await postmasterPid(join(dataDir, 'postgres'))).not.toBe(orphan)
})

test('after kill -9 of the server and of PostgreSQL, the next start recovers', async () => {
  const dataDir = await makeUsedDataDir()
  const killed = startInChild(dataDir, { fast: false })
  const { url = '' } = await killed.answer
  await writeNote(url)
  process.kill(await postmasterPid(join(dataDir, 'postgres')), 'SIGKILL')
  await killed.kill()
  const next = await start(dataDir, { fast: false })
  expect(await readNotes(next.url)).toEqual(['kept'])
})

test('PostgreSQL is restarted after a kill, at the same address and without loss', async () => {
  const dataDir = await makeUsedDataDir()
  const { url, isLost } = await start(dataDir, { fast: false })
  await writeNote(url)
  const killed = await postmasterPid(join(dataDir, 'postgres'))
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => expect(await readNotes(url)).toEqual(['kept']), patiently)
  expect(await postmasterPid(join(dataDir, 'postgres'))).not.toBe(killed)
  expect(isLost()).toBe(false)
})

test('PostgreSQL that cannot be restarted counts as lost, is retried, and is no longer lost once it runs', async () => {
  const dataDir = await makeUsedDataDir()
  const { url, isLost } = await start(dataDir, { fast: false }, { lostAfterMs: 300 })
  await writeNote(url)
  const repair = await breakConfiguration(dataDir)
  process.kill(await postmasterPid(join(dataDir, 'postgres')), 'SIGKILL')
  await vi.waitFor(() => expect(isLost()).toBe(true), patiently)
  await repair()
  await vi.waitFor(async () => expect(await readNotes(url)).toEqual(['kept']), patiently)
  await vi.waitFor(() => expect(isLost()).toBe(false), patiently)
})

test('stop works while PostgreSQL is being restarted, and between two attempts', async () => {
  const dataDir = await makeUsedDataDir()
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const first = await start(dataDir)
  const killed = await postmasterPid(join(dataDir, 'postgres'))
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    async () => expect(await postmasterPid(join(dataDir, 'postgres'))).not.toBe(killed),
    patiently,
  )
  await first.stop()
  await expect(stat(pidFile)).rejects.toThrow('ENOENT')

  const log = makeLog()
  const second = await start(dataDir, { log })
  const repair = await breakConfiguration(dataDir)
  process.kill(await postmasterPid(join(dataDir, 'postgres')), 'SIGKILL')
  const failure = [expect.anything(), 'PostgreSQL could not be restarted']
  await vi.waitFor(() => expect(log.warn.mock.calls).toContainEqual(failure), patiently)
  await second.stop()
  await repair()
  await start(dataDir)
})

test('a pid file that names an unrelated running process prevents no start, and that process is left alone', async () => {
  const dataDir = await makeUsedDataDir()
  const first = await start(dataDir)
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8')).split('\n').slice(1)
  await first.stop()
  const bystander = spawn('sleep', ['600'])
  onTestFinished(() => void bystander.kill())
  await writeFile(pidFile, [bystander.pid, ...lines].join('\n'))
  await writeFile(join(dataDir, 'server.pid'), `${bystander.pid}\n`)

  const second = await start(dataDir)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(bystander.signalCode).toBeNull()
})

test('a first start that was killed half-way is repeated from the beginning', async () => {
  const dataDir = await makeFolder()
  const killed = startInChild(dataDir)
  const workshops = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres-init-'))
  await vi.waitFor(
    async () => {
      const [workshop = ''] = await workshops()
      await stat(join(dataDir, workshop, 'data/global'))
    },
    { ...patiently, interval: 5 },
  )
  await killed.kill()
  expect(await readdir(dataDir)).not.toContain('postgres')

  const next = await start(dataDir)
  await writeNote(next.url)
  expect(await readNotes(next.url)).toEqual(['kept'])
  await next.stop()
  await start(dataDir)
  expect(await workshops()).toEqual([])
})

test('a database that the first start did not create is created by the next one', async () => {
  const dataDir = await makeUsedDataDir()
  const first = await start(dataDir)
  await query(asAdmin(first.url), 'drop database vireo')
  await query(asAdmin(first.url), 'drop role vireo')
  await first.stop()
  const second = await start(dataDir)
  expect(await query(second.url, 'select current_user')).toEqual([{ current_user: 'vireo' }])
})

test('a wrong password is reported, a missing one is replaced, and the data is kept', async () => {
  const dataDir = await makeUsedDataDir()
  const first = await start(dataDir)
  await writeNote(first.url)
  await first.stop()
  await writeFile(join(dataDir, 'postgres.password'), 'mistaken')
  await expect(start(dataDir)).rejects.toThrow('Remove that file and start again')
  await rm(join(dataDir, 'postgres.password'))
  const second = await start(dataDir)
  expect(new URL(second.url).password).not.toBe(new URL(first.url).password)
  expect(await readNotes(second.url)).toEqual(['kept'])
})

test('a second server on the same DATA_DIR is refused until the first one stops', async () => {
  const dataDir = await makeUsedDataDir()
  const first = await start(dataDir)
  await expect(start(dataDir)).rejects.toThrow(held(process.pid))
  // The refused start must not have released the lock.
  const { error } = await startInChild(dataDir).answer
  expect(error).toContain(held(process.pid))
  expect(error).toContain(dataDir)
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
  expect((await startInChild(dataDir).answer).url).toBeDefined()
})

test('exactly one of several servers that start at the same moment succeeds', async () => {
  const dataDir = await makeFolder()
  const children = [1, 2, 3, 4].map(() => startInChild(dataDir))
  const answers = await Promise.all(children.map((child) => child.answer))
  const winners = answers.filter(({ url }) => url)
  const losers = answers.filter(({ error }) => error?.includes('is already using DATA_DIR'))
  expect([winners.length, losers.length]).toEqual([1, 3])
  await Promise.all(children.filter((_, index) => answers[index]?.url).map((child) => child.send('stop')))
})

test('Ctrl-C in the terminal leaves PostgreSQL running until stop', async () => {
  const dataDir = await makeUsedDataDir()
  const child = startInChild(dataDir)
  const { url = '' } = await child.answer
  const pid = await postmasterPid(join(dataDir, 'postgres'))
  process.kill(-(child.process.pid ?? 0), 'SIGINT')
  await writeNote(url)
  expect(await readNotes(url)).toEqual(['kept'])
  expect(isAlive(pid)).toBe(true)
  await child.send('stop')
  expect(isAlive(pid)).toBe(false)
})

test('PostgreSQL stops when its server exits without stopping it', async () => {
  const dataDir = await makeUsedDataDir()
  const child = startInChild(dataDir)
  await child.answer
  await child.send('exit')
  await vi.waitFor(
    async () => expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid'),
    patiently,
  )
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('a failed start reports the last lines of the log and releases DATA_DIR', async () => {
  const dataDir = await makeUsedDataDir()
  const repair = await breakConfiguration(dataDir)
  await expect(start(dataDir)).rejects.toThrow(
    /exit code 1:(.|\n)*unrecognized configuration parameter "no_such_setting"/,
  )
  await repair()
  await start(dataDir)
})

test('an error about a DATA_DIR that cannot be created names it', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'file'), '')
  await expect(start(join(folder, 'file'))).rejects.toThrow(/DATA_DIR .*file cannot be used: .*EEXIST/)
})

test('existing files that are not a database are refused and left unchanged', async () => {
  const dataDir = await makeUsedDataDir()
  await rm(join(dataDir, 'postgres/PG_VERSION'))
  await expect(start(dataDir)).rejects.toThrow('It must be missing or empty')
  expect(await readdir(join(dataDir, 'postgres'))).toContain('base')
})

test('a log over 10 MB is rotated at the next start', async () => {
  const dataDir = await makeUsedDataDir()
  const log = join(dataDir, 'postgres.log')
  await writeFile(log, 'x'.repeat(10 * 1024 * 1024 + 1))
  await start(dataDir)
  expect((await stat(log)).size).toBeLessThan(10_000)
  expect((await stat(`${log}.1`)).size).toBeGreaterThan(10_000_000)
})
