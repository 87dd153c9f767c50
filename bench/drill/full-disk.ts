import { execFileSync } from 'node:child_process'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Drill, pause, timed, until } from './drill.ts'
import { Person, untilWorking } from './people.ts'
import { keepCommenting, makeCommunity, tweet } from './posts.ts'
import { embeddedDatabase, type Program, startProgram, untilReady } from './program.ts'
import { ResumableUpload } from './resumable-upload.ts'
import type { Stage } from './stage.ts'

/** More than the gigabyte that the site keeps free, so that it takes uploads at first. */
const diskSize = '2g'
const fullMs = 15_000
const mebibyte = Buffer.alloc(1024 * 1024, 'vireo')

const isRoot = process.getuid?.() === 0

const whySkipped = () =>
  isRoot && process.platform === 'linux' ? undefined : 'only root on Linux can mount a small disk'

export const fullDisk: Drill[] = [
  { name: 'full disk during upload', whySkipped, run: (stage) => fillDisk(stage, async () => {}) },
  {
    name: 'PostgreSQL killed while the disk is full',
    whySkipped,
    run: (stage) =>
      fillDisk(stage, async (program, dataDir) => {
        const { pid } = await embeddedDatabase(dataDir)
        process.kill(pid, 'SIGKILL') // It cannot start again without room for its pid file.
        await until(
          '/readyz tells of it',
          async () => (await fetch(`${program.origin}/readyz`)).status === 503,
        )
      }),
  },
]

async function fillDisk(stage: Stage, makeWorse: (program: Program, dataDir: string) => Promise<void>) {
  const dataDir = await mountDisk(stage)
  const program = await startProgram(stage, { env: { DATA_DIR: dataDir } })
  await untilReady(program)
  const newPerson = () => new Person(stage, program.origin)
  const community = await makeCommunity(stage, newPerson)
  const upload = await ResumableUpload.open(stage, community.author)
  await upload.sendChunks(4)
  const ballast = join(dataDir, 'ballast')
  await fill(ballast, dataDir)
  const commenting = keepCommenting(stage.ledger, community)
  // Refused, or acknowledged and kept.
  await upload.sendChunks(2).catch(() => {})
  await tweet(stage.ledger, community.author).catch(() => {})
  await makeWorse(program, dataDir)
  await pause(fullMs)
  await commenting.stop()
  const recovery = await timed(async () => {
    await rm(ballast)
    await untilWorking(program, community.viewer, newPerson())
  })
  await upload.finish()
  await newPerson().signUp()
  return recovery
}

async function mountDisk(stage: Stage): Promise<string> {
  const dataDir = join(stage.folder, 'small-disk')
  await mkdir(dataDir)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', dataDir])
  stage.defer(() => execFileSync('umount', ['--lazy', dataDir]))
  return dataDir
}

/** Writes until nothing more fits. */
async function fill(path: string, dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const file = await open(path, 'w')
  try {
    for (let left = bavail * bsize; left > 0; left -= mebibyte.length) await file.write(mebibyte)
    for (let i = 0; i < 1024; i++) await file.write(mebibyte, 0, 1024)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
