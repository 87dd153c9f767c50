import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clip } from '../../../../../test/content/clips.ts'
import { prepareSite } from '../../../../../test/content/site.ts'
import { idOf, openUpload, publishUpload, sendBytes } from '../../../../../test/content/uploads.ts'
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
