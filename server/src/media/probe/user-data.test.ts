import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { hasUserData } from './user-data.ts'

const camera = '17ee8c60f84d11d98cd60800200c9a66'
const x264 = 'dc45e9bde6d948b7962cd820d923eeef'
const slice = 1_900_000_000
const offset = 100

let path: string
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vireo-user-data-'))
  path = join(directory, 'fragment.mp4')
})
afterAll(() => rm(directory, { recursive: true }))

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, index * 4)
  })
  return bytes
}

/** A unit with user data under an id, after its length. */
const userData = (name: string) =>
  Buffer.concat([words(1 + 2 + 16 + 8), Buffer.from(`060510${name}`, 'hex'), Buffer.from('location')])

/** A fragment whose first picture is a slice of nearly 2 GB (a sparse file), followed by this unit. */
async function writeFragment(unit: Buffer): Promise<void> {
  const size = 4 + slice + unit.length
  const moof = (dataOffset: number) =>
    box('moof', box('traf', box('tfhd', words(0, 1)), box('trun', words(0x201, 1, dataOffset, size))))
  const dataOffset = moof(0).length + 8
  const file = await open(path, 'w')
  await file.write(Buffer.concat([moof(dataOffset), words(size + 8), Buffer.from('mdat')]), 0, null, offset)
  await file.write(Buffer.concat([words(slice), Buffer.from([0x65])]), 0, null, offset + dataOffset)
  await file.write(unit, 0, null, offset + dataOffset + 4 + slice)
  await file.close()
}

/** Records all reads of files until the end of the test. */
async function watchReads() {
  const file = await open(path)
  const reads = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'read')
  onTestFinished(() => reads.mockRestore())
  await file.close()
  return reads
}

it.each([
  [camera, true],
  [x264, false],
])(
  'user data named %s in a fragment of 2 GB is detected (%s) without reading all of it',
  async (name, isForeign) => {
    await writeFragment(userData(name))
    const reads = await watchReads()
    expect(await hasUserData(path, offset)).toBe(isForeign)
    const parts = await Promise.all(reads.mock.results.map(({ value }) => value))
    const bytes = parts.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(1000)
  },
)
