import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

interface FileHash {
  size: number
  sha256: string
}

export const hashFile = (path: string): Promise<FileHash> =>
  hashStream(createReadStream(path, { highWaterMark: 1024 * 1024 }))

export async function hashStream(stream: Readable): Promise<FileHash> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
