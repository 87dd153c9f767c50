import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, link, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureSwift } from '../../../../scripts/lib/ensure-tools.ts'
import { type SwiftS3, startSwiftS3 } from '../../../test/programs/swift-s3.ts'
import { createStorage } from './create-storage.ts'
import { createS3Client } from './s3/s3-client.ts'
import { copyInParts, partBytesFor } from './s3/s3-multipart.ts'
import type { Storage } from './storage.ts'
import { StorageMissingError } from './storage-errors.ts'
import { parseStorageUrl } from './storage-url.ts'
import { describeBehaviour } from './testing/behaviour.ts'
import { bigFile, localFile, megabyte, scratch, text } from './testing/files.ts'

const hasSwift = await ensureSwift()

afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
})

describe('storage on disk', () => {
  let storage: Storage

  beforeAll(async () => {
    storage = await createStorage({ dir: join(scratch, 'media') })
  })

  describeBehaviour(() => storage)

  it('provides a local path and no direct URL for a file', async () => {
    await storage.putBytes('disk/here.txt', Buffer.from('here'), 'text/plain')
    expect(await readFile(storage.localPath('disk/here.txt') ?? '', 'utf8')).toBe('here')
    expect(await storage.directUrl('disk/here.txt', { expiresInSeconds: 60, isPublic: true })).toBeUndefined()
  })

  it('reports the free disk space', async () => {
    expect(await storage.freeBytes()).toBeGreaterThan(0)
  })

  it('never shares a moved file with a second name that could still be written to', async () => {
    const source = await localFile('two-names', Buffer.from('stored'))
    await link(source, `${source}-again`)
    await storage.putFile('disk/moved.txt', source, 'text/plain', { move: true })
    await writeFile(`${source}-again`, 'changed later')
    expect(await text(storage.read('disk/moved.txt'))).toBe('stored')
  })

  it('neither reads nor removes a folder as if it were a file', async () => {
    await storage.putBytes('disk/folder/file.txt', Buffer.from('x'), 'text/plain')
    expect(await storage.stat('disk/folder')).toBeUndefined()
    await expect(storage.read('disk/folder')).rejects.toThrow(StorageMissingError)
    await storage.remove('disk/folder')
    await storage.remove('disk/folder/file.txt/deeper')
    expect(await storage.list('disk/folder')).toEqual(['disk/folder/file.txt'])
  })

  it('hides the leftovers of an interrupted write and sweeps them a day later, even at the start', async () => {
    const dir = join(scratch, 'swept')
    const swept = await createStorage({ dir })
    const [fresh, stale] = [join(dir, '.tmp', 'fresh'), join(dir, '.tmp', 'stale')]
    await writeFile(fresh, 'half')
    await writeFile(stale, 'half')
    const minutes = (count: number) => new Date(Date.now() - count * 60 * 1000)
    await utimes(fresh, minutes(1), minutes(1))
    await utimes(stale, minutes(2 * 24 * 60), minutes(2 * 24 * 60))
    expect(await swept.list('')).toEqual([])
    await createStorage({ dir })
    await expect(access(stale)).rejects.toThrow('ENOENT')
    await access(fresh)
    await swept.sweepTemporary(0)
    await expect(access(fresh)).rejects.toThrow('ENOENT')
  })

  it('leaves a whole file under the name when the process is killed while writing', async () => {
    const dir = join(scratch, 'killed')
    for (let round = 0; round < 3; round++) {
      await killWhileWriting(dir, round * 7)
      const survivor = await createStorage({ dir })
      const bytes = await buffer(await survivor.read('one.bin'))
      expect(bytes.length).toBe(4 * megabyte)
      expect(bytes.every((byte) => byte === bytes[0])).toBe(true)
      expect(await survivor.list('')).toEqual(['one.bin'])
    }
  })

  it('fails its check when the folder is missing', async () => {
    const dir = join(scratch, 'gone')
    const gone = await createStorage({ dir })
    await gone.check()
    await rm(dir, { recursive: true })
    await expect(gone.check()).rejects.toThrow(/does not answer: ENOENT/)
  })
})

it('storage on S3 receives a file of any size in at most 10,000 parts, none smaller than S3 accepts', () => {
  const [mebibyte, tebibyte] = [1024 ** 2, 1024 ** 4]
  expect(partBytesFor(9 * mebibyte)).toBe(5 * mebibyte)
  expect(Math.ceil(tebibyte / partBytesFor(tebibyte))).toBeLessThanOrEqual(10_000)
})

describe.skipIf(!hasSwift)('storage on S3', () => {
  let swift: SwiftS3
  let storage: Storage

  beforeAll(async () => {
    swift = await startSwiftS3()
    storage = await createStorage({ dir: scratch, url: swift.url })
  }, 130_000)

  afterAll(async () => {
    await swift?.stop()
  })

  describeBehaviour(() => storage)

  it('has neither a local path nor a known size', async () => {
    expect(storage.localPath('a/b.mp4')).toBeUndefined()
    expect(await storage.freeBytes()).toBeUndefined()
  })

  it('signs a URL from which a browser can fetch a part', async () => {
    await storage.putBytes('signed/clip.mp4', Buffer.from('0123456789'), 'video/mp4')
    const url = await storage.directUrl('signed/clip.mp4', { expiresInSeconds: 60, isPublic: false })
    const answer = await fetch(url ?? '', { headers: { range: 'bytes=2-4' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe('bytes 2-4/10')
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(await answer.text()).toBe('234')
  })

  it('signs a URL that downloads under a given name, in any script', async () => {
    await storage.putBytes('signed/save.mp4', Buffer.from('save me'), 'video/mp4')
    const url = await storage.directUrl('signed/save.mp4', {
      expiresInSeconds: 60,
      isPublic: true,
      downloadName: 'Zoë "live".mp4',
      contentType: 'application/octet-stream',
    })
    const answer = await fetch(url ?? '')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Zo_ _live_.mp4"; filename*=UTF-8''Zo%C3%AB%20%22live%22.mp4`,
    )
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(await answer.text()).toBe('save me')
  })

  it('refuses a signed URL that was tampered with', async () => {
    await storage.putBytes('signed/secret.txt', Buffer.from('secret'), 'text/plain')
    const url = await storage.directUrl('signed/clip.mp4', { expiresInSeconds: 60, isPublic: false })
    const answer = await fetch((url ?? '').replace('clip.mp4', 'secret.txt'))
    expect(answer.status).toBe(403)
  })

  it('uses the public address for public files only, and not for downloads', async () => {
    const cdn = await createStorage({
      dir: scratch,
      url: swift.url,
      publicUrl: 'https://cdn.example/media/',
    })
    const options = { expiresInSeconds: 60, isPublic: true }
    expect(await cdn.directUrl('a/b.mp4', options)).toBe('https://cdn.example/media/a/b.mp4')
    const signed = /X-Amz-Signature=/
    expect(await cdn.directUrl('a/b.mp4', { ...options, downloadName: 'b.mp4' })).toMatch(signed)
    expect(await cdn.directUrl('a/b.mp4', { ...options, isPublic: false })).toMatch(signed)
  })

  it('copies a large file in parts', async () => {
    const { bucket } = parseStorageUrl(swift.url)
    const client = createS3Client(parseStorageUrl(swift.url))
    const file = await bigFile(12 * megabyte)
    await storage.putFile('large/from.mp4', file, 'video/mp4')
    const source = { from: `${bucket}/large/from.mp4`, size: 12 * megabyte, partBytes: 5 * megabyte }
    await copyInParts(client, { Bucket: bucket, Key: 'large/to.mp4' }, { contentType: 'video/mp4' }, source)
    const copy = await storage.stat('large/to.mp4')
    expect(copy).toMatchObject({ size: 12 * megabyte, contentType: 'video/mp4' })
    expect((await buffer(await storage.read('large/to.mp4'))).equals(await readFile(file))).toBe(true)
    client.destroy()
  })

  it('lets shared caches keep public files for seconds only, and private files never', async () => {
    await storage.putBytes('cached/small.mp4', Buffer.from('x'), 'video/mp4')
    await storage.putFile('cached/large.mp4', await bigFile(9 * megabyte), 'video/mp4')
    await storage.copy('cached/small.mp4', 'cached/copy.mp4')
    for (const name of ['small', 'large', 'copy']) {
      const cacheControl = async (isPublic: boolean) => {
        const url = await storage.directUrl(`cached/${name}.mp4`, { expiresInSeconds: 60, isPublic })
        const answer = await fetch(url ?? '', { headers: { range: 'bytes=0-0' } })
        await answer.arrayBuffer()
        return answer.headers.get('cache-control')
      }
      expect(await cacheControl(true)).toBe('public, max-age=31536000, s-maxage=10, immutable')
      expect(await cacheControl(false)).toBe('private, max-age=3600')
    }
  })

  it('stores everything under the prefix in its URL', async () => {
    const inner = await createStorage({ dir: scratch, url: swift.url.replace('?', '/site-a/media?') })
    await inner.putBytes('clip.txt', Buffer.from('inner'), 'text/plain')
    expect(await inner.list('')).toEqual(['clip.txt'])
    expect(await text(storage.read('site-a/media/clip.txt'))).toBe('inner')
    await inner.removeFolder('clip.txt')
    expect(await inner.stat('clip.txt')).toMatchObject({ size: 5 })
  })

  it('hides an upload that was never completed, and sweeps it', async () => {
    const { bucket } = parseStorageUrl(swift.url)
    const client = createS3Client(parseStorageUrl(swift.url))
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'open/clip.mp4' }))
    expect(await storage.stat('open/clip.mp4')).toBeUndefined()
    expect(await storage.list('open')).toEqual([])
    await storage.sweepTemporary(60_000)
    expect(await openUploads(client, bucket)).toEqual(['open/clip.mp4'])
    // Slightly in the future, because the server's times are in whole seconds.
    await storage.sweepTemporary(-60_000)
    expect(await openUploads(client, bucket)).toEqual([])
    client.destroy()
  })

  it('aborts an upload when one of its parts is refused, and keeps the old file', async () => {
    const { bucket, endpoint = '' } = parseStorageUrl(swift.url)
    const client = createS3Client(parseStorageUrl(swift.url))
    const refusing = await startProxy(endpoint, (path) => path.includes('partNumber=2&'))
    const url = swift.url.replace(new URL(endpoint).host, refusing.host)
    const unlucky = await createStorage({ dir: scratch, url })
    await unlucky.putBytes('part/clip.mp4', Buffer.from('old'), 'video/mp4')
    const putting = unlucky.putFile('part/clip.mp4', await bigFile(12 * megabyte), 'video/mp4')
    await expect(putting).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
    expect(await text(storage.read('part/clip.mp4'))).toBe('old')
    expect(await openUploads(client, bucket)).toEqual([])
    client.destroy()
    refusing.server.close()
  })

  it('fails its check with a wrong secret, without revealing it', async () => {
    const wrong = await createStorage({
      dir: scratch,
      url: swift.url.replace(':testing@', ':Wr0ng%2Fsecret@'),
    })
    const error = await wrong.check().catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/"vireo-test" at http:\/\/127\.0\.0\.1:\d+ does not answer/)
    expect(String(error)).not.toContain('Wr0ng')
  })

  it('fails its check when the server is gone', async () => {
    await storage.check()
    await swift.stop()
    await expect(storage.check()).rejects.toThrow(/does not answer/)
  })
})

/** Lets a second process overwrite one file again and again, and kills it in the middle. */
async function killWhileWriting(dir: string, extraMs: number): Promise<void> {
  const script = `
    const { createStorage } = await import(${JSON.stringify(new URL('./create-storage.ts', import.meta.url).href)})
    const storage = await createStorage({ dir: ${JSON.stringify(dir)} })
    for (let letter = 65; ; letter = letter === 90 ? 65 : letter + 1) {
      await storage.putBytes('one.bin', Buffer.alloc(${4 * megabyte}, letter), 'application/octet-stream')
      if (letter === 66) process.stdout.write('written')
    }`
  const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(writer.stdout, 'data')
  await sleep(extraMs)
  writer.kill('SIGKILL')
  await once(writer, 'exit')
}

/** A proxy that refuses some of the requests to the real server. */
async function startProxy(endpoint: string, isRefused: (path: string) => boolean) {
  const server = createHttpServer((incoming, answer) => {
    const { method, url: path = '', headers } = incoming
    if (isRefused(path)) return answer.writeHead(403).end()
    const passed = request(`${endpoint}${path}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function openUploads(client: S3Client, bucket: string): Promise<string[]> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  return Uploads.map(({ Key = '' }) => Key)
}
