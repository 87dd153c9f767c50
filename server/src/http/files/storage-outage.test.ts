import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { addVideo } from '../../../test/content/videos.ts'
import { patiently } from '../../../test/patience.ts'
import { updateVideo } from '../../features/publishing/videos/videos.queries.ts'

/** Accepts every connection and never answers. */
const silent = createServer()
let app: TestApp
beforeAll(async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  app = await createTestApp({ STORAGE_URL: `s3://key:secret@127.0.0.1:${port}/bucket?tls=false` })
})
afterAll(async () => {
  await app.close()
  silent.close()
})

it('a store that hangs gives a 503 with Retry-After within seconds, for files and for calls', async () => {
  const viewer = await app.signedIn()
  const { videoId, folder } = await addVideo(app)
  const rendition = { name: '240p', file: '240p.mp4', width: 426, height: 240, bandwidth: 1 }
  const streams = { dir: 'ladder-1', master: 'master.m3u8', renditions: [rendition] }
  await updateVideo(app.context.sql, videoId, { streams }, app.clock.now())
  // Far less than the two minutes after which a silent connection is closed, and far more than is needed.
  const ask = (path: string) => viewer.fetch(path, { signal: AbortSignal.timeout(patiently.timeout) })
  const [playlist, download, ready] = await Promise.all([
    ask(`/media/${folder}/ladder-1/master.m3u8`),
    ask(addressOf(api.videos.download).replace(':id', videoId)),
    ask('/readyz'),
  ])
  for (const answer of [playlist, download]) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toEqual({
      statuscode: 503,
      message: 'The files cannot be reached at the moment. Please try again shortly.',
      data: null,
      success: false,
      code: 'server.unavailable',
    })
  }
  // Before the usual probe gives up.
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({ status: 'ok', database: 'ok', storage: 'failed' })
})
