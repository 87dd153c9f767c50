import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { makeDataDir, runProgram } from '../../../test/program.ts'

/** A PATH on which `unshare` fails, as it does in a container that forbids namespaces. */
async function pathWithoutNamespaces(): Promise<string> {
  const folder = await makeDataDir()
  const unshare = join(folder, 'unshare')
  await writeFile(unshare, '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n')
  await chmod(unshare, 0o755)
  return `${folder}:${process.env.PATH}`
}

it('without namespaces the server starts and says that ffmpeg is not isolated', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const DATA_DIR = await makeDataDir()
  const PATH = await pathWithoutNamespaces()
  const server = runProgram(['api'], { PATH, DATA_DIR, DATABASE_URL: database.url })
  expect(await server.waitForLine(/^ffmpeg is not isolated/)).toMatchObject({ level: 40 })
  expect((await fetch(`${await server.origin()}/healthz`)).status).toBe(200)
})

it('without namespaces ffmpeg still works and knows none of our settings', async () => {
  const script = `import { capture, listFilters } from '${join(import.meta.dirname, '../run.ts')}'
    const settings = await capture('env', [], { timeoutMs: 20_000 })
    console.log(JSON.stringify({ settings, canScale: (await listFilters()).has('scale') }))`
  const env = {
    PATH: await pathWithoutNamespaces(),
    DATABASE_URL: 'postgres://vireo:hunter2@localhost/vireo',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  })
  expect(JSON.parse(stdout).canScale).toBe(true)
  expect(stdout).not.toContain('hunter2')
})
