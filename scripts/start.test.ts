import { beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../server/test/database/database.ts'
import { patiently } from '../server/test/patience.ts'
import { descendantsOf, listProcesses } from '../server/test/programs/processes.ts'
import { makeDataDir, makePreparedDataDir, postgresOf, runNpm } from '../server/test/programs/program.ts'
import { buildWeb } from './build-web.ts'

// Otherwise the first program would build it, which takes longer than a test waits.
beforeAll(buildWeb)

/** The process id of the server that npm has started. */
async function serverOf(npm: ReturnType<typeof runNpm>): Promise<number> {
  await npm.origin()
  const server = (await listProcesses()).find(({ parent }) => parent === npm.pid)
  if (!server) throw new Error('npm has no server below it')
  // Runs even if the test fails.
  onTestFinished(() => {
    try {
      process.kill(server.pid, 'SIGKILL')
    } catch {}
  })
  return server.pid
}

const listAlive = async (pids: (number | undefined)[]) =>
  (await listProcesses()).filter(({ pid, state }) => pids.includes(pid) && state !== 'Z')

it('SIGTERM to npm run demo, as a supervisor sends it, ends server, ffmpeg and PostgreSQL', async () => {
  const dataDir = await makePreparedDataDir()
  const npm = runNpm('demo', { DATA_DIR: dataDir, WORKER_CONCURRENCY: '1' })
  const server = await serverOf(npm)
  const ffmpeg = await vi.waitFor(async () => {
    // At the start, the sandbox is tried with `ffmpeg -version`.
    const all = await descendantsOf(server, 'ffmpeg')
    const running = all.find(({ command }) => !command.endsWith('-version'))
    if (!running) throw new Error('No ffmpeg is running')
    return running.pid
  }, patiently)
  const postgres = await postgresOf(dataDir)
  npm.kill('SIGTERM')
  const { code } = await npm.exit
  expect(code, String(npm.lines.at(-1)?.msg)).toBe(0)
  expect(await listAlive([server, ffmpeg, postgres])).toEqual([])
  expect(await postgresOf(dataDir)).toBe(undefined)
})

it('a server stops and releases its port when the npm that started it is killed', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(database.drop)
  const npm = runNpm('start', { DATABASE_URL: database.url, DATA_DIR: await makeDataDir() })
  const server = await serverOf(npm)
  npm.kill('SIGKILL')
  await vi.waitFor(async () => expect(await listAlive([server])).toEqual([]), patiently)
})
