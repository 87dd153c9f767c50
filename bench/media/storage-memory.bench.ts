import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureSwift } from '../../scripts/lib/ensure-tools.ts'
import { createStorage } from '../../server/src/media/storage/create-storage.ts'
import { startSwiftS3 } from '../../server/test/programs/swift-s3.ts'

// Memory growth while a file of 500 MB is stored and read back, on disk and in S3. Goal: less than 64 MB, as the file
// must not be held in memory. A smaller file goes first, because the fixed cost of transfers does not depend on the
// size.
const goalMb = 64
const megabyte = 1024 * 1024
const dir = await mkdtemp(join(tmpdir(), 'vireo-storage-memory-'))
const small = await writeFileOf(17)
const large = await writeFileOf(500)
const swift = (await ensureSwift()) ? await startSwiftS3() : undefined
try {
  await measure('disk', { dir: join(dir, 'media') })
  if (swift) await measure('S3', { dir, url: swift.url })
  else console.log('S3: skipped, because Swift is not installed')
} finally {
  await swift?.stop()
  await rm(dir, { recursive: true })
}

async function measure(name: string, options: Parameters<typeof createStorage>[0]) {
  const storage = await createStorage(options)
  const transfer = async (source: string) => {
    await storage.putFile('big/file.bin', source, 'video/mp4')
    await storage.download('big/file.bin', join(dir, 'back'))
  }
  await transfer(small)
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  await transfer(large)
  clearInterval(timer)
  const grown = (peak - before) / megabyte
  const isMet = grown < goalMb
  console.log(
    `${name}: memory grew by ${grown.toFixed(0)} MB (goal: less than ${goalMb}) ${isMet ? 'ok' : 'MISSED'}`,
  )
  if (!isMet) process.exitCode = 1
}

async function writeFileOf(megabytes: number): Promise<string> {
  const path = join(dir, `${megabytes}.bin`)
  const file = await open(path, 'w')
  const block = randomBytes(megabyte)
  for (let index = 0; index < megabytes; index++) await file.write(block)
  await file.close()
  return path
}
