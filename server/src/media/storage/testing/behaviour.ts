import { access, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { swiftPage } from '../../../../test/programs/swift-s3.ts'
import { minJoinBytes, type Storage } from '../storage.ts'
import { StorageKeyError, StorageMissingError, StorageRangeError } from '../storage-errors.ts'
import { bigFile, localFile, megabyte, scratch, sha256, text } from './files.ts'

/** Tests of the behaviour that all kinds of storage share. */
export function describeBehaviour(current: () => Storage): void {
  describeWriting(current)
  describeOverwriting(current)
  describeCopying(current)
  describeReading(current)
  describeMetadata(current)
  describeChecksums(current)
  describeRemoving(current)
  describeLimits(current)
}

function describeWriting(current: () => Storage): void {
  it('reads back what was stored, and passes its check', async () => {
    await current().check()
    await current().putBytes('round/trip.bin', Buffer.from([0, 1, 2, 255]), 'application/octet-stream')
    expect(await buffer(await current().read('round/trip.bin'))).toEqual(Buffer.from([0, 1, 2, 255]))
    await current().putBytes('round/empty.bin', new Uint8Array(), 'application/octet-stream')
    expect(await current().stat('round/empty.bin')).toMatchObject({ size: 0 })
    expect(await buffer(await current().read('round/empty.bin'))).toHaveLength(0)
  })

  it('stores a copy of a local file, or moves it on request', async () => {
    const source = await localFile('put', Buffer.from('from a file'))
    await current().putFile('round/copied.txt', source, 'text/plain')
    await writeFile(source, 'changed later')
    expect(await text(current().read('round/copied.txt'))).toBe('from a file')
    await current().putFile('round/moved.txt', source, 'text/plain', { move: true })
    await expect(access(source)).rejects.toThrow('ENOENT')
    expect(await text(current().read('round/moved.txt'))).toBe('changed later')
  })

  it('can store a link to a local file, which stays in place', async () => {
    const source = await localFile('shared', Buffer.from('shared'))
    await current().putFile('share/one.txt', source, 'text/x-odd', { link: true })
    await current().putFile('share/two.txt', source, 'text/x-odd', { link: true })
    expect(await readFile(source, 'utf8')).toBe('shared')
    await current().remove('share/one.txt')
    expect(await text(current().read('share/two.txt'))).toBe('shared')
    expect((await current().stat('share/two.txt'))?.contentType).toBe('text/x-odd')
  })
}

function describeOverwriting(current: () => Storage): void {
  it('replaces size, type and bytes when it overwrites', async () => {
    await current().putBytes('over/write.mp4', Buffer.from('first'), 'video/x-odd')
    await current().putBytes('over/write.mp4', Buffer.from('the second'), 'video/mp4')
    expect(await current().stat('over/write.mp4')).toMatchObject({ size: 10, contentType: 'video/mp4' })
    expect(await text(current().read('over/write.mp4'))).toBe('the second')
  })

  it('lets a reader see the old or the new file, never a part of either', async () => {
    const versions = [65, 66, 67, 68].map((letter) => Buffer.alloc(megabyte + letter, letter))
    await current().putBytes('atomic/one.bin', versions[0] as Buffer, 'application/octet-stream')
    let isWriting = true
    const writing = (async () => {
      for (const version of [...versions, ...versions]) {
        await current().putBytes('atomic/one.bin', version, 'application/octet-stream')
      }
      isWriting = false
    })()
    while (isWriting) {
      const seen = await buffer(await current().read('atomic/one.bin'))
      expect(versions.some((version) => version.equals(seen))).toBe(true)
    }
    await writing
  })

  it('keeps the old file when a put fails', async () => {
    await current().putBytes('atomic/kept.txt', Buffer.from('kept'), 'text/plain')
    const failing = current().putFile('atomic/kept.txt', join(scratch, 'no-such-file'), 'text/plain')
    await expect(failing).rejects.toThrow('ENOENT')
    expect(await text(current().read('atomic/kept.txt'))).toBe('kept')
  })
}

function describeCopying(current: () => Storage): void {
  it('copies within the store with the type, and can repeat that', async () => {
    await current().putBytes('copy/from.mp4', Buffer.from('copied'), 'text/x-odd')
    await current().copy('copy/from.mp4', 'copy/deep/to.mp4')
    await current().copy('copy/from.mp4', 'copy/deep/to.mp4')
    expect(await current().list('copy')).toEqual(['copy/deep/to.mp4', 'copy/from.mp4'])
    await current().putBytes('copy/from.mp4', Buffer.from('changed'), 'video/mp4')
    expect(await text(current().read('copy/deep/to.mp4'))).toBe('copied')
    expect((await current().stat('copy/deep/to.mp4'))?.contentType).toBe('text/x-odd')
    await current().removeFolder('copy/deep')
    expect(await text(current().read('copy/from.mp4'))).toBe('changed')
    await expect(current().copy('copy/none.mp4', 'copy/to.mp4')).rejects.toThrow(StorageMissingError)
    await expect(current().copy('copy/from.mp4', '../to.mp4')).rejects.toThrow(StorageKeyError)
  })

  it('joins files within the store in the given order', async () => {
    const parts = [65, 66].map((letter) => Buffer.alloc(minJoinBytes, letter)).concat(Buffer.from('the end'))
    const keys = ['join/2', 'join/1', 'join/0']
    for (const [index, key] of keys.entries())
      await current().putBytes(key, parts[index] as Buffer, 'application/octet-stream')
    await current().join(keys, 'join/whole.mp4', 'video/mp4')
    expect((await current().stat('join/whole.mp4'))?.contentType).toBe('video/mp4')
    expect((await buffer(await current().read('join/whole.mp4'))).equals(Buffer.concat(parts))).toBe(true)
    await current().join(['join/0'], 'join/one.mp4', 'video/mp4')
    expect(await text(current().read('join/one.mp4'))).toBe('the end')
    await expect(current().join(['join/1', 'join/none'], 'join/x.mp4', 'video/mp4')).rejects.toThrow(
      StorageMissingError,
    )
    expect(await current().stat('join/x.mp4')).toBeUndefined()
  })

  it('downloads to a local file', async () => {
    await current().putBytes('round/down.txt', Buffer.from('down'), 'text/plain')
    const target = join(scratch, 'downloaded')
    await current().download('round/down.txt', target)
    expect(await readFile(target, 'utf8')).toBe('down')
    await expect(current().download('round/none.txt', target)).rejects.toThrow(StorageMissingError)
    await expect(current().download('round/down.txt', join(scratch, 'no', 'folder'))).rejects.toThrow(
      'ENOENT',
    )
  })
}

function describeReading(current: () => Storage): void {
  it('reads ranges with both ends included', async () => {
    await current().putBytes('range/ten.bin', Buffer.from('0123456789'), 'application/octet-stream')
    const read = (start: number, end: number) => text(current().read('range/ten.bin', { start, end }))
    expect(await read(0, 0)).toBe('0')
    expect(await read(3, 5)).toBe('345')
    expect(await read(7, 9)).toBe('789')
    expect(await read(0, 9)).toBe('0123456789')
    expect(await read(8, 1000)).toBe('89')
    for (const [start, end] of [
      [10, 12],
      [5, 4],
      [-1, 3],
      [0.5, 2],
    ] as const) {
      await expect(read(start, end)).rejects.toThrow(StorageRangeError)
    }
  })

  it('reports a missing file with its own error', async () => {
    expect(await current().stat('missing/file.mp4')).toBeUndefined()
    await expect(current().read('missing/file.mp4')).rejects.toThrow(StorageMissingError)
    await expect(current().read('missing/file.mp4', { start: 0, end: 1 })).rejects.toThrow(
      StorageMissingError,
    )
    expect(await current().list('missing')).toEqual([])
  })
}

function describeMetadata(current: () => Storage): void {
  it('keeps the content type, even if the name suggests another', async () => {
    const types = {
      'type/clip.mp4': 'video/mp4',
      'type/list.m3u8': 'application/x-mpegurl',
      'type/original': 'video/quicktime',
      'type/captions.vtt': 'text/vtt; charset=utf-8',
    }
    for (const [key, type] of Object.entries(types)) {
      await current().putBytes(key, Buffer.from('x'), type)
      expect((await current().stat(key))?.contentType).toBe(type)
    }
    await current().removeFolder('type')
    await current().putBytes('type/original', Buffer.from('x'), 'application/octet-stream')
    expect((await current().stat('type/original'))?.contentType).toBe('application/octet-stream')
  })

  it('has an etag that changes with the content only', async () => {
    const put = (content: string) => current().putBytes('etag/a.txt', Buffer.from(content), 'text/plain')
    const etag = async () => (await current().stat('etag/a.txt'))?.etag
    await put('one')
    const first = await etag()
    expect(first).toMatch(/^"[^"]+"$/)
    await text(current().read('etag/a.txt'))
    expect(await etag()).toBe(first)
    const seen = new Set([first])
    for (const content of ['two', 'six', 'ten']) {
      await put(content)
      seen.add(await etag())
    }
    expect(seen.size).toBe(4)
  })

  it('has the time when the file was stored, not when the local file was made', async () => {
    const source = await localFile('old', Buffer.from('old'))
    await utimes(source, new Date(0), new Date(0))
    await current().putFile('time/old.txt', source, 'text/plain', { move: true })
    const stored = (await current().stat('time/old.txt'))?.lastModified.getTime() ?? 0
    expect(Math.abs(Date.now() - stored)).toBeLessThan(60_000)
  })
}

function describeChecksums(current: () => Storage): void {
  it('notes the checksum of what it stores, for a copy too, but not of a file that is soon removed', async () => {
    const storage = current()
    const bytes = Buffer.from('checked')
    const source = await localFile('checked', bytes)
    const sum = await sha256(source)
    await storage.putBytes('sums/bytes.txt', bytes, 'text/plain')
    await storage.putFile('sums/file.txt', source, 'text/plain')
    await storage.putFile('sums/link.txt', source, 'text/plain', { link: true })
    await storage.copy('sums/bytes.txt', 'sums/copy.txt')
    await storage.putFile('sums/soon.txt', source, 'text/plain', { link: true, isTemporary: true })
    await storage.putFile('sums/moved.txt', source, 'text/plain', { move: true })
    for (const name of ['bytes', 'file', 'link', 'copy', 'moved'])
      expect(await storage.checksum(`sums/${name}.txt`), name).toBe(sum)
    expect(await storage.checksum('sums/soon.txt')).toBeUndefined()

    await storage.putBytes('sums/bytes.txt', Buffer.from('replaced'), 'text/plain')
    expect(await storage.checksum('sums/bytes.txt')).not.toBe(sum)
    await storage.putFile('sums/file.txt', await localFile('new', bytes), 'text/plain', { isTemporary: true })
    expect(await storage.checksum('sums/file.txt')).toBeUndefined()
    await storage.remove('sums/copy.txt')
    expect(await storage.checksum('sums/copy.txt')).toBeUndefined()
    await storage.removeFolder('sums')
    expect(await storage.checksum('sums/moved.txt')).toBeUndefined()
  })
}

function describeRemoving(current: () => Storage): void {
  it('removes a file, and can repeat that', async () => {
    await current().putBytes('remove/me.txt', Buffer.from('x'), 'text/plain')
    await current().remove('remove/me.txt')
    await current().remove('remove/me.txt')
    expect(await current().stat('remove/me.txt')).toBeUndefined()
  })

  it('lists the keys below a folder in order, without those of similarly named folders', async () => {
    for (const key of ['list/1/b.ts', 'list/1/a.ts', 'list/1/deep/c.ts', 'list/10/d.ts']) {
      await current().putBytes(key, Buffer.from('x'), 'video/mp2t')
    }
    expect(await current().list('list/1')).toEqual(['list/1/a.ts', 'list/1/b.ts', 'list/1/deep/c.ts'])
    expect(await current().list('')).toEqual(expect.arrayContaining(['list/1/a.ts', 'list/10/d.ts']))
  })

  it('removes a folder with more files than one page of a listing, and nothing else', async () => {
    const count = 2 * swiftPage + 10
    const keys = Array.from({ length: count }, (_, index) => `many/1/${index % 7}/segment-${index}.ts`)
    await pLimit(16).map(keys, (key) => current().putBytes(key, Buffer.from('x'), 'video/mp2t'))
    await current().putBytes('many/10/stays.ts', Buffer.from('x'), 'video/mp2t')
    expect(await current().list('many/1')).toHaveLength(count)
    await current().removeFolder('many/1')
    await current().removeFolder('many/1')
    expect(await current().list('many')).toEqual(['many/10/stays.ts'])
  })
}

function describeLimits(current: () => Storage): void {
  it('refuses keys that could lead elsewhere, in every method', async () => {
    const storage = current()
    const options = { expiresInSeconds: 60, isPublic: true }
    for (const key of [
      '../outside',
      'a/../../outside',
      '/etc/passwd',
      '.tmp/x',
      'a//b',
      'a/',
      'a\\b',
      'a\0b',
    ]) {
      await expect(storage.putBytes(key, new Uint8Array(), 'x/y')).rejects.toThrow(StorageKeyError)
      await expect(storage.putFile(key, join(scratch, 'x'), 'x/y')).rejects.toThrow(StorageKeyError)
      await expect(storage.stat(key)).rejects.toThrow(StorageKeyError)
      await expect(storage.checksum(key)).rejects.toThrow(StorageKeyError)
      await expect(storage.noteChecksum(key, 'x')).rejects.toThrow(StorageKeyError)
      await expect(storage.read(key)).rejects.toThrow(StorageKeyError)
      await expect(storage.download(key, join(scratch, 'x'))).rejects.toThrow(StorageKeyError)
      await expect(storage.remove(key)).rejects.toThrow(StorageKeyError)
      await expect(storage.removeFolder(key)).rejects.toThrow(StorageKeyError)
      await expect(storage.list(key)).rejects.toThrow(StorageKeyError)
      await expect(storage.directUrl(key, options)).rejects.toThrow(StorageKeyError)
      expect(() => storage.localPath(key)).toThrow(StorageKeyError)
    }
    await expect(storage.removeFolder('')).rejects.toThrow(StorageKeyError)
  })

  // bench/media/storage-memory.bench.ts measures that the file is not held in memory.
  it('stores a file of 50 MB and returns it unchanged, as a whole and in part', async () => {
    const source = await bigFile(50 * megabyte)
    const target = join(scratch, 'big-back')
    await current().putFile('big/file.bin', source, 'video/mp4')
    await current().download('big/file.bin', target)
    expect(await current().stat('big/file.bin')).toMatchObject({
      size: 50 * megabyte,
      contentType: 'video/mp4',
    })
    expect(await sha256(target)).toBe(await sha256(source))
    const tail = await buffer(
      await current().read('big/file.bin', { start: 50 * megabyte - 10, end: 50 * megabyte - 1 }),
    )
    expect(tail).toEqual((await readFile(source)).subarray(-10))
  })
}
