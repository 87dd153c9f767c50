import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { clip } from '../../../test/content/clips.ts'
import { patiently } from '../../../test/patience.ts'
import { guardedInput } from '../probe/accepted.ts'
import { capture, listFilters, runFfmpeg } from '../run/run.ts'
import { findIsolation } from './sandbox.ts'

const timeoutMs = patiently.timeout
const inShell = (script: string, ...args: string[]) => ['-c', script, 'sh', ...args]

let folder: string
let work: string
let secret: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo 'sandbox' "))
  work = join(folder, 'work')
  secret = join(folder, 'password')
  await mkdir(work)
  await writeFile(secret, 'hunter2')
})
afterAll(() => rm(folder, { recursive: true }))

it('a program that reads an uploaded file does not see the settings of the server', async () => {
  process.env.DATABASE_URL = 'postgres://vireo:hunter2@localhost/vireo'
  onTestFinished(() => {
    delete process.env.DATABASE_URL
  })
  const names = (await capture('env', [], { timeoutMs })).map((line) => line.split('=')[0])
  const harmless = ['LC_ALL', 'PATH', 'PWD', 'OLDPWD']
  expect(names.filter((name = '') => !harmless.includes(name))).toEqual([])
})

it('links that a program creates are removed, because outside the sandbox they would lead elsewhere', async () => {
  const place = join(folder, 'links')
  await mkdir(join(place, 'below'), { recursive: true })
  const script = 'echo fine >file; ln -s "$1" link; ln -s "$1" below/link; mkfifo pipe; exit "$2"'
  const run = (status: string) =>
    capture('sh', inShell(script, secret, status), { timeoutMs, cwd: place }).catch(() => undefined)
  for (const status of ['0', '1']) {
    await run(status)
    expect((await readdir(place, { recursive: true })).sort()).toEqual(['below', 'file'])
  }
  expect(await readFile(secret, 'utf8')).toBe('hunter2')
})

// Without namespaces there is no sandbox to test (see without-namespaces.test.ts).
describe.runIf((await findIsolation()) === 'namespaces')('a program in its sandbox', () => {
  it('sees nothing of the disk but the programs and its own folder', async () => {
    const script = 'cat "$1" 2>&1; ls / "$2"'
    const seen = await capture('sh', inShell(script, secret, folder), { timeoutMs, cwd: work })
    expect(seen[0]).toMatch(/^cat: .*No such file or directory$/)
    const programs = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'sbin', 'usr']
    const [first = ''] = tmpdir().split('/').filter(Boolean)
    const known = ['/:', `${folder}:`, '', 'old', 'proc', first, 'work', ...programs]
    expect(seen.slice(1).filter((name) => !known.includes(name))).toEqual([])
    expect(seen.at(-1)).toBe('work')
  })

  it('cannot be made to open another file', async () => {
    const args = ['-f', 'rawvideo', '-i', secret, '-c', 'copy', '-f', 'rawvideo', 'out']
    await expect(runFfmpeg(args, { timeoutMs, cwd: work })).rejects.toThrow(/No such file or directory/)
  })

  it('sees no other process', async () => {
    const script = 'echo $$; kill -0 "$1" 2>/dev/null || echo none; test -e /proc/1 || echo none'
    expect(await capture('sh', inShell(script, String(process.pid)), { timeoutMs })).toEqual([
      '1',
      'none',
      'none',
    ])
  })

  it('writes to its folder, but neither to its input nor to the programs', async () => {
    const input = join(folder, 'input.txt')
    await writeFile(input, 'original\n')
    const script = 'cat "$3"; echo x >"$3"; echo x >/usr/bin/vireo-test; echo fine >written'
    const args = inShell(script, '-i', `file:${input}`, input)
    expect(await capture('sh', args, { timeoutMs, cwd: work })).toEqual(['original'])
    expect(await readFile(input, 'utf8')).toBe('original\n')
    expect(await readFile(join(work, 'written'), 'utf8')).toBe('fine\n')
    expect(await readdir('/usr/bin')).not.toContain('vireo-test')
  })

  it('has no network', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const address = `tcp://127.0.0.1:${port}`
    const reached = once(server, 'connection').then(() => 'reached')
    const reading = runFfmpeg(['-f', 'data', '-i', address, '-f', 'null', '-'], { timeoutMs })
    await expect(reading).rejects.toThrow(/Network is unreachable/)
    expect(await Promise.race([reached, 'not reached'])).toBe('not reached')
    // Outside the sandbox the same command succeeds.
    const outside = promisify(execFile)('ffmpeg', [
      '-nostdin',
      '-f',
      'data',
      '-i',
      address,
      '-f',
      'null',
      '-',
    ])
    await Promise.all([reached, outside.catch(() => undefined)])
  })

  it('has no rights of root', async () => {
    expect(await capture('setpriv', ['--dump'], { timeoutMs })).toEqual(
      expect.arrayContaining(['no_new_privs: 1', 'Capability bounding set: [none]']),
    )
  })

  it('reads a video from elsewhere and leaves its result in its folder', async () => {
    const command = [...guardedInput(await clip('tiny')), '-c', 'copy', '-f', 'mp4', 'copy.mp4']
    await runFfmpeg(command, { timeoutMs, cwd: work })
    expect(await readdir(work)).toContain('copy.mp4')
    expect((await listFilters()).has('scale')).toBe(true)
  })
})
