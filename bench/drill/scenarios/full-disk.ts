import { execFileSync } from 'node:child_process'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drill, DrillContext } from '../drill.ts'
import { changesAComment, zeroesUploads } from '../sabotage/common.ts'
import { Person, untilWorking } from '../tools/people.ts'
import { keepCommenting, makeCommunity, tweet } from '../tools/posts.ts'
import { embeddedDatabase, type Program, startProgram, untilReady, untilReported } from '../tools/program.ts'
import { pause, timed } from '../tools/waiting.ts'
import { ResumableUpload } from './resumable-upload.ts'

/** More than the gigabyte that the site reserves, so that it accepts uploads at first. */
const diskSize = '2g'
const fullMs = 15_000
const mebibyte = Buffer.alloc(1024 * 1024, 'vireo')

const isRoot = process.getuid?.() === 0

const whySkipped = () =>
  isRoot && process.platform === 'linux' ? undefined : 'only root on Linux can mount a small disk'

export const fullDisk: Drill[] = [
  {
    name: 'full disk during upload',
    whySkipped,
    sabotages: [zeroesUploads],
    run: (context) => fillDisk(context, async () => {}),
  },
  {
    name: 'PostgreSQL killed while the disk is full',
    whySkipped,
    sabotages: [changesAComment],
    run: (context) =>
      fillDisk(context, async (program, dataDir) => {
        const { pid } = await embeddedDatabase(dataDir)
        process.kill(pid, 'SIGKILL') // It cannot restart without space for its pid file.
        await untilReported(program, { status: 'failed', database: 'failed' })
      }),
  },
]

async function fillDisk(
  context: DrillContext,
  makeWorse: (program: Program, dataDir: string) => Promise<void>,
) {
  const dataDir = await mountDisk(context)
  const program = await startProgram(context, { env: { DATA_DIR: dataDir } })
  await untilReady(program)
  const newPerson = () => new Person(context, program.origin)
  const community = await makeCommunity(context, newPerson)
  const upload = await ResumableUpload.open(context, community.author, dataDir)
  await upload.sendChunks(4)
  const ballast = join(dataDir, 'ballast')
  await fill(ballast, dataDir)
  await untilReported(program, { status: 'ok', disk: 'failed' })
  const commenting = keepCommenting(context.ledger, community)
  // May be refused, but acknowledged data must be kept.
  await upload.sendChunks(2).catch(() => {})
  await tweet(context.ledger, community.author).catch(() => {})
  await makeWorse(program, dataDir)
  await pause(fullMs)
  await commenting.stop()
  const recovery = await timed(async () => {
    await rm(ballast)
    await untilWorking(program, community.viewer, newPerson())
  })
  await upload.expectKept()
  await upload.finish()
  await newPerson().signUp()
  return recovery
}

async function mountDisk(context: DrillContext): Promise<string> {
  const dataDir = join(context.folder, 'small-disk')
  await mkdir(dataDir)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', dataDir])
  context.defer(() => execFileSync('umount', ['--lazy', dataDir]))
  return dataDir
}

/** Writes until the disk is full. */
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
