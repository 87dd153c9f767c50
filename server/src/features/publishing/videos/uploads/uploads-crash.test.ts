import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clip } from '../../../../../test/content/clips.ts'
import { prepareSite } from '../../../../../test/content/site.ts'
import {
  checksumOf,
  idOf,
  offsetOf,
  openUpload,
  publishUpload,
  sendBytes,
  sendSlowly,
} from '../../../../../test/content/uploads.ts'
import { patiently } from '../../../../../test/patience.ts'
import { runProgram } from '../../../../../test/programs/program.ts'

it('kill -9 between storing a file and committing its row loses no upload, and publishing again makes one video', async () => {
  const { env, dataDir, sql, signIn } = await prepareSite()
  const sources = () => readdir(join(dataDir, 'media/sources')).catch(() => [])
  const killed = runProgram(['api'], env)
  const owner = await signIn(await killed.origin())
  const source = await readFile(await clip('tiny'))
  const location = await openUpload(owner, source.length)
  await sendBytes(owner, location, 0, source)

  await sql.begin(async (tx) => {
    // The rows cannot be written while this transaction is open, so the process is killed before that.
    await tx`lock table video_sources in exclusive mode`
    const lost = publishUpload(owner, idOf(location)).catch(() => 'no answer')
    await expect.poll(sources, patiently).toHaveLength(1)
    killed.kill('SIGKILL')
    await killed.exit
    expect(await lost).toBe('no answer')
  })

  const [stray, orphan] = [join(dataDir, 'uploads', 'of-nobody'), (await sources())[0]]
  await writeFile(stray, 'bytes of an upload that ran out')
  await utimes(stray, 0, 0)
  const next = runProgram(['api'], env)
  const again = await signIn(await next.origin())
  // A process that is not a worker sweeps its own uploads, and releases those that it was publishing when killed.
  await expect
    .poll(() => readdir(join(dataDir, 'uploads')), patiently)
    .toEqual([idOf(location), `${idOf(location)}.json`])
  const { status, data } = await publishUpload(again, idOf(location))
  expect(status).toBe(200)
  expect((await publishUpload(again, idOf(location))).data._id).toBe(data._id)
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([])

  // The files of the killed attempt are due to be removed; those of the video are not.
  const waiting = await sql`select key from graphile_worker.jobs where key like 'sources/%'`
  expect(waiting).toEqual([{ key: `sources/${orphan}` }])
  const [row] = await sql`select source_key from videos where id = ${data._id}`
  expect(await readFile(join(dataDir, 'media', row?.source_key))).toEqual(source)
})

it('kill -9 while a piece with a checksum arrives leaves the upload at its offset and nothing behind', async () => {
  const { env, dataDir, signIn } = await prepareSite()
  const pieces = async () => {
    const names = await readdir(join(dataDir, 'scratch'), { recursive: true }).catch(() => [])
    return names.filter((name) => name.endsWith('/piece')).map((name) => join(dataDir, 'scratch', name))
  }
  const receivedBytes = async () => Promise.all((await pieces()).map(async (path) => (await stat(path)).size))
  const killed = runProgram(['api'], env)
  const owner = await signIn(await killed.origin())
  const location = await openUpload(owner, 3000)
  await sendBytes(owner, location, 0, Buffer.alloc(1000, 'a'))
  const piece = Buffer.alloc(2000, 'b')
  const lost = sendSlowly(owner, location, 1000, 2000, checksumOf(piece))
  lost.write(piece.subarray(0, 1500))
  await expect.poll(receivedBytes, patiently).toEqual([1500])
  killed.kill('SIGKILL')
  await killed.exit
  expect(await lost.answer).toBeUndefined()

  const next = runProgram(['api'], env)
  const again = await signIn(await next.origin())
  expect(await pieces()).toEqual([])
  expect(await offsetOf(again, location)).toEqual({ status: 200, offset: 1000 })
  expect((await sendBytes(again, location, 1000, piece, checksumOf(piece))).status).toBe(204)
})
