import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { freeBytesOf } from '../../lib/files/disk.ts'
import { sourceInfo } from '../probe/source-info.fixture.ts'
import { runWithinLimits } from './run-within-limits.ts'

const megabyte = 1024 ** 2
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vireo-growth-'))
})
afterAll(() => rm(directory, { recursive: true }))

const tooLarge = 'This video becomes far too large when it is converted.'
const draw = (seconds: number) => [
  ...['-re', '-f', 'lavfi', '-i', `testsrc2=size=640x360:duration=${seconds}`],
  ...['-c:v', 'rawvideo', '-f', 'rawvideo', 'out.raw'],
]

it('ffmpeg is stopped when it exceeds its output limit, and the video is refused', async () => {
  const limits = { timeoutMs: 60_000, maxOutputBytes: 5 * megabyte }
  // In real time this writes 10 MB per second for 600 seconds.
  const endless = runWithinLimits(draw(600), directory, sourceInfo(), limits)
  await expect(endless).rejects.toMatchObject({ name: 'RefusedMediaError', message: tooLarge })
  expect((await stat(join(directory, 'out.raw'))).size).toBeLessThan(1000 * megabyte)
})

it('files from before the run do not count, and the last bytes written do', async () => {
  await rm(join(directory, 'out.raw'))
  await writeFile(join(directory, 'source'), Buffer.alloc(8 * megabyte))
  const limits = { timeoutMs: 60_000, maxOutputBytes: 5 * megabyte }
  await runWithinLimits(draw(0.2), directory, sourceInfo(), limits)
  await rm(join(directory, 'out.raw'))
  const little = { ...limits, maxOutputBytes: megabyte }
  await expect(runWithinLimits(draw(0.2), directory, sourceInfo(), little)).rejects.toThrow(tooLarge)
})

it('ffmpeg is stopped before it uses up the disk space reserved for the database', async () => {
  const { reservedDiskBytes } = limits
  onTestFinished(() => void Object.assign(limits, { reservedDiskBytes }))
  Object.assign(limits, { reservedDiskBytes: (await freeBytesOf(directory)) * 2 })
  const enough = { timeoutMs: 60_000, maxOutputBytes: 100_000 * megabyte }
  await expect(runWithinLimits(draw(600), directory, sourceInfo(), enough)).rejects.toMatchObject({
    failure: 'disk-full',
  })
})
