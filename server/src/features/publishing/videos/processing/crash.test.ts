import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type Video } from '@vireo/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../../../test/app/app.ts'
import { prepareSite } from '../../../../../test/content/site.ts'
import { isFinished, uploadForm, waitForVideo } from '../../../../../test/content/videos.ts'
import { patiently } from '../../../../../test/patience.ts'
import { runProgram } from '../../../../../test/programs/program.ts'

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** The folder of a video's files on the disk. */
const folderOf = (dataDir: string, video: Video) =>
  join(dataDir, 'media', (video.videofile ?? '').split('/').slice(2, 4).join('/'))

it('after kill -9 in the middle of processing, a restart produces the same video without leftovers', async () => {
  const { env, dataDir, signIn } = await prepareSite()
  const killed = runProgram([], env)
  const owner = await signIn(await killed.origin())
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('captionsMp4') })
  await waitForVideo(owner, data._id, (video) => video.isPlayable)
  killed.kill('SIGKILL')
  await killed.exit

  const next = runProgram([], env)
  const again = await signIn(await next.origin())
  const ready = await waitForVideo(again, data._id, isFinished)
  expect(ready).toMatchObject({ status: 'ready', width: 640, height: 360 })
  expect(ready.renditions.map((rendition) => rendition.height)).toEqual([360, 240])
  await expect.poll(() => listFiles(join(dataDir, 'scratch')), patiently).toEqual([])
  await expect.poll(() => listFiles(join(dataDir, 'media/sources')), patiently).toEqual([])
  const streams = (await listFiles(folderOf(dataDir, ready)))
    .filter((name) => /\.(mp4|m3u8|vtt)$/.test(name))
    .sort()
  expect(streams).toEqual(
    [
      ...['source.mp4', 'source.m3u8', 'source-master.m3u8'],
      ...['360p.mp4', '360p.m3u8', '240p.mp4', '240p.m3u8', 'master.m3u8'],
      ...['preview.mp4', 'storyboard.vtt', 'captions-1.vtt', 'captions-2.vtt'],
    ].sort(),
  )
})

it('a process with ROLE=worker on the same database and files does the work for one with ROLE=api', async () => {
  const { env, signIn } = await prepareSite()
  const server = runProgram(['api'], env)
  const owner = await signIn(await server.origin())
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('tiny') })
  expect(data.status).toBe('uploaded')
  const worker = runProgram(['worker'], env)
  expect(await waitForVideo(owner, data._id, isFinished)).toMatchObject({ status: 'ready' })
  worker.kill('SIGTERM')
  expect((await worker.exit).code).toBe(0)
  server.kill('SIGTERM')
  expect((await server.exit).code).toBe(0)
})

it('a video whose last attempt ends with kill -9 fails, and can be retried', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const { sql, databaseUrl } = app.context
  const env = { DATA_DIR: app.config.dataDir, DATABASE_URL: databaseUrl }
  const owner = await app.signedIn()
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('tiny') })

  // The step waits for this lock, so that the worker is killed in the middle of it.
  const held = await sql.reserve()
  await held`begin`
  await held`lock table video_sources in access exclusive mode`
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`
  const killed = runProgram(['worker'], env)
  const running = () => sql`
    select attempts, locked_at < now() - interval '5 seconds' as "isOld" from graphile_worker.jobs
    where task_identifier = 'videos:make-playable' and locked_at is not null`
  await vi.waitFor(async () => expect(await running()).toHaveLength(1), patiently)
  killed.kill('SIGKILL')
  await killed.exit
  await held`rollback`
  held.release()
  // Old enough that neither the job nor the video is skipped as too new.
  await vi.waitFor(async () => expect(await running()).toEqual([{ attempts: 3, isOld: true }]), patiently)

  runProgram(['worker'], env)
  const failed = await waitForVideo(owner, data._id, isFinished)
  expect(failed).toMatchObject({ status: 'failed', failure: 'Processing failed. Please try again.' })
  await owner.call(api.videos.retry, { params: { id: data._id } })
  expect(await waitForVideo(owner, data._id, isFinished)).toMatchObject({ status: 'ready', failure: null })
})
