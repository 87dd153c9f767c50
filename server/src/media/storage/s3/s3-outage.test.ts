import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createStorage } from '../create-storage.ts'
import type { Storage } from '../storage.ts'
import { StorageUnavailableError } from '../storage-errors.ts'

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vireo-s3-outage-'))
})
afterAll(() => rm(scratch, { recursive: true }))

describe('an S3 server that hangs', () => {
  const silentMs = 100

  async function startServer(onRequest: (answer: ServerResponse) => void): Promise<Storage> {
    const server = createServer((_, answer) => onRequest(answer)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const url = `s3://k:s@127.0.0.1:${port}/bucket?tls=false`
    return createStorage({ dir: scratch, url, silentMs })
  }

  it('makes every call fail as unavailable, after one attempt', async () => {
    let calls = 0
    const storage = await startServer(() => calls++)
    await expect(storage.stat('a/b.mp4')).rejects.toThrow(StorageUnavailableError)
    await expect(storage.read('a/b.mp4')).rejects.toThrow(StorageUnavailableError)
    await expect(storage.putBytes('a/b.txt', Buffer.from('x'), 'text/plain')).rejects.toThrow(
      StorageUnavailableError,
    )
    await expect(storage.list('a')).rejects.toThrow(StorageUnavailableError)
    expect(calls).toBeLessThanOrEqual(4)
    await expect(storage.check()).rejects.toThrow(/does not answer: .*no answer within/)
  })

  it('in the middle of a file makes the read fail and leaves no partial file', async () => {
    const storage = await startServer((answer) => {
      answer.writeHead(200, { 'content-length': '10' })
      answer.write('01234')
    })
    const readAll = async () => buffer(await storage.read('a/b.mp4'))
    await expect(readAll()).rejects.toThrow(StorageUnavailableError)
    await expect(storage.download('a/b.mp4', join(scratch, 'half'))).rejects.toThrow(StorageUnavailableError)
    await expect(access(join(scratch, 'half'))).rejects.toThrow('ENOENT')
  })

  it('counts as unavailable, like one that fails, has no bucket or cannot be reached', async () => {
    const broken = await startServer((answer) => answer.writeHead(503).end())
    await expect(broken.stat('a/b.mp4')).rejects.toThrow(StorageUnavailableError)
    const withoutBucket = await startServer((answer) =>
      answer.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>'),
    )
    await expect(withoutBucket.list('a')).rejects.toThrow(StorageUnavailableError)
    await expect(withoutBucket.read('a/b.mp4')).rejects.toThrow(StorageUnavailableError)
    const gone = await createStorage({ dir: scratch, url: 's3://k:s@127.0.0.1:9/bucket?tls=false' })
    await expect(gone.stat('a/b.mp4')).rejects.toThrow(StorageUnavailableError)
  })
})
