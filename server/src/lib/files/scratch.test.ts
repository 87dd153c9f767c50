import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { makeScratch, sweepScratch } from './scratch.ts'

let parent: string
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vireo-scratch-'))
  parent = join(folder, 'scratch')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

/** As in a container: the first process of a pid namespace, with the pid 1. */
const container = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child=KILL']
const hasContainers = spawnSync('unshare', [...container.slice(1), 'true']).status === 0

/** Another process that makes a scratch folder, prints its path, runs a script and keeps running. */
async function startOther(isContained: boolean, then = ''): Promise<{ child: ChildProcess; folder: string }> {
  const script = `import { existsSync } from 'node:fs'
    import { makeScratch, sweepScratch } from '${join(import.meta.dirname, 'scratch.ts')}'
    const folder = await makeScratch(process.argv[1])
    ${then}
    console.log(folder)
    setInterval(() => {}, 1000)`
  const [program = '', ...args] = [
    ...(isContained ? container : []),
    ...[process.execPath, '--input-type=module', '-e', script, parent],
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [folder] = await once(createInterface(child.stdout), 'line')
  return { child, folder }
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

it.each([false, true])(
  'the folder of another running process is kept until it is killed, then swept (in a container: %s)',
  async (isContained) => {
    if (isContained && !hasContainers) return
    const { child, folder } = await startOther(isContained)
    const own = await makeScratch(parent)
    await writeFile(join(folder, 'file'), 'unfinished')
    await sweepScratch(parent)
    expect(existsSync(join(folder, 'file'))).toBe(true)
    await kill(child)
    await sweepScratch(parent)
    expect(await readdir(parent)).toEqual([basename(own)])
    expect(await readdir(join(dirname(parent), 'scratch-locks'))).toHaveLength(1)
  },
)

it('a folder without a lock is swept, even if its name is the pid of a running process', async () => {
  await mkdir(join(parent, `${process.pid}-abc`), { recursive: true })
  await mkdir(join(parent, '1-abc'))
  await sweepScratch(parent)
  expect(await readdir(parent)).toEqual([])
})

it('processes that start and sweep at the same time do not remove each other’s folders', async () => {
  const sweeping = `for (let i = 0; i < 50; i += 1) {
      await sweepScratch(process.argv[1])
      if (!existsSync(folder)) throw new Error('swept by another')
    }`
  const others = await Promise.all(Array.from({ length: 5 }, () => startOther(false, sweeping)))
  const folders = others.map(({ folder }) => basename(folder))
  expect((await readdir(parent)).sort()).toEqual(folders.sort())
  await Promise.all(others.map(({ child }) => kill(child)))
  await sweepScratch(parent)
  expect(await readdir(parent)).toEqual([])
})
