import { execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { clip } from '../../../test/content/clips.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { patiently } from '../../../test/patience.ts'
import { descendantsOf } from '../../../test/programs/processes.ts'
import { makeDataDir, runProgram } from '../../../test/programs/program.ts'
import { findIsolation } from './sandbox.ts'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const hasNamespaces = (await findIsolation()) === 'namespaces'
const DATABASE_URL = 'postgres://vireo:hunter2@localhost/vireo'

/** A PATH on which these programs fail as they do in a container without the permissions they need. */
async function pathWithout(
  ...programs: ('unshare' | 'unshare --user' | 'setpriv --reuid')[]
): Promise<string> {
  const folder = await makeDataDir()
  for (const program of programs) {
    const [name = '', option = ''] = program.split(' ')
    const { stdout } = await promisify(execFile)('which', [name]).catch(() => ({ stdout: '/bin/false' }))
    const script = `#!/bin/sh
      case "$*" in *${option}*) echo "${name}: Operation not permitted" >&2; exit 1 ;; esac
      exec ${stdout.trim()} "$@"`
    await writeFile(join(folder, name), script, { mode: 0o755 })
  }
  return `${folder}:${process.env.PATH}`
}

const importRun = `import { capture, listFilters, runFfmpeg } from '${join(import.meta.dirname, '../run/run.ts')}'
  import { findIsolation } from '${join(import.meta.dirname, 'sandbox.ts')}'
  const timeoutMs = 60_000;`

/** Runs a script in a separate process and returns its output. */
async function runScript(path: string, script: string, args: string[] = []) {
  const command = ['--input-type=module', '-e', `${importRun}${script}`, ...args]
  const env = { PATH: path, DATABASE_URL }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return stdout
}

describe('without namespaces and without the right to change the user', () => {
  it('the server starts and logs that ffmpeg is not isolated', async () => {
    const database = await createTestDatabase(inject('postgresUrl'))
    onTestFinished(database.drop)
    const DATA_DIR = await makeDataDir()
    const PATH = await pathWithout('unshare', 'setpriv --reuid')
    const server = runProgram(['api'], { PATH, DATA_DIR, DATABASE_URL: database.url })
    expect(await server.waitForLine(/^ffmpeg is not isolated/)).toMatchObject({ level: 40 })
    expect((await fetch(`${await server.origin()}/healthz`)).status).toBe(200)
  })

  it('ffmpeg still works and does not see the settings of the server', async () => {
    const stdout = await runScript(
      await pathWithout('unshare', 'setpriv --reuid'),
      `const settings = await capture('env', [], { timeoutMs })
      console.log(await findIsolation(), settings, (await listFilters()).has('scale'))`,
    )
    expect(stdout).toMatch(/^none .* true\n$/s)
    expect(stdout).not.toContain('hunter2')
  })
})

describe.runIf(isRoot)('root without namespaces', () => {
  it('runs programs as a user who can read neither the files nor the settings of the server', async () => {
    const folder = await makeDataDir()
    const secret = join(folder, 'password')
    await writeFile(secret, 'hunter2', { mode: 0o600 })
    const stdout = await runScript(
      await pathWithout('unshare'),
      `const script = 'id -u; cat "$1" "/proc/$2/environ" 2>&1 || true'
      const args = ['-c', script, 'sh', process.argv[1], String(process.pid)]
      console.log(await findIsolation(), (await capture('sh', args, { timeoutMs })).join('\\n'))`,
      [secret],
    )
    expect(stdout).toMatch(/^other-user 65533\n.*Permission denied\n.*Permission denied$/m)
    expect(stdout).not.toContain('hunter2')
  })

  it.runIf(hasNamespaces)(
    'uses the other kinds of namespaces if only user namespaces are forbidden',
    async () => {
      const script = `console.log(await findIsolation(), await capture('ls', ['/home'], { timeoutMs }).catch(String))`
      const stdout = await runScript(await pathWithout('unshare --user'), script)
      expect(stdout).toMatch(/^namespaces .*No such file or directory/)
    },
  )

  it('lets ffmpeg read a file in a folder that only root may enter, and owns its output afterwards', async () => {
    const folder = await makeDataDir()
    const [closed, work] = [join(folder, 'closed'), join(folder, 'work')]
    await mkdir(closed, { mode: 0o700 })
    await mkdir(work, { mode: 0o700 })
    await copyFile(await clip('tiny'), join(closed, 'source'))
    const script = `const [input, cwd] = process.argv.slice(1)
      const copy = ['-i', 'file:' + input, '-c', 'copy', '-f', 'mp4', 'copy.mp4']
      for (const time of [1, 2]) await runFfmpeg(copy, { timeoutMs, cwd })`
    await runScript(await pathWithout('unshare'), script, [join(closed, 'source'), work])
    const copy = await stat(join(work, 'copy.mp4'))
    expect(copy.size).toBeGreaterThan(1000)
    expect([copy.uid, (await stat(work)).uid]).toEqual([0, 0])
  })

  it('does not give a program access to the target of a link it created', async () => {
    const folder = await makeDataDir()
    const [secret, work] = [join(folder, 'password'), join(folder, 'work')]
    await mkdir(work, { mode: 0o700 })
    await writeFile(secret, 'hunter2', { mode: 0o600 })
    await symlink(secret, join(work, 'link'))
    const script = `const [cwd] = process.argv.slice(1)
      console.log((await capture('sh', ['-c', 'cat link 2>&1 || id -u'], { timeoutMs, cwd })).join())`
    expect(await runScript(await pathWithout('unshare'), script, [work])).toMatch(/Permission denied,65533/)
  })

  it('ends ffmpeg when the server is killed', async () => {
    const endless = `const args = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-f', 'null', '-']
      await runFfmpeg(args, { timeoutMs })`
    const command = ['--input-type=module', '-e', `${importRun}${endless}`]
    const parent = spawn(process.execPath, command, { env: { PATH: await pathWithout('unshare') } })
    const ffmpeg = await vi.waitFor(async () => {
      // Before that, the sandbox is tried with `ffmpeg -version`.
      const all = await descendantsOf(parent.pid ?? 0, 'ffmpeg')
      const running = all.find(({ command }) => command.includes('testsrc2'))
      const status = await readFile(`/proc/${running?.pid}/status`, 'utf8')
      expect(status).toMatch(/^Uid:\s+65533/m)
      return running?.pid
    }, patiently)
    parent.kill('SIGKILL')
    const status = () => readFile(`/proc/${ffmpeg}/status`, 'utf8').catch(() => 'State: X')
    await vi.waitFor(async () => expect(await status()).toMatch(/State:\s+[XZ]/), patiently)
  })
})
