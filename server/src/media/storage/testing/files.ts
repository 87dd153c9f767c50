import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

export const megabyte = 1024 * 1024

/** The test file removes it. */
export const scratch = await mkdtemp(join(tmpdir(), 'vireo-storage-'))

export async function localFile(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(scratch, `${name}-${randomBytes(4).toString('hex')}`)
  await writeFile(path, bytes)
  return path
}

export async function bigFile(size: number): Promise<string> {
  const path = await localFile('big', new Uint8Array())
  const file = await open(path, 'w')
  const block = randomBytes(megabyte)
  for (let index = 0; index < size / megabyte; index++) {
    block.writeUInt32BE(index)
    await file.write(block)
  }
  await file.close()
  return path
}

export async function text(stream: Promise<Readable>): Promise<string> {
  return (await buffer(await stream)).toString()
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
