import { api, type VideoProgress, videoEventsPath } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { uploadForm } from '../../../test/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Collects what the line tells, from the moment on at which this answers. */
async function listen(client: TestClient): Promise<VideoProgress[]> {
  const { body, headers } = await client.fetch(videoEventsPath)
  expect(headers.get('content-type')).toBe('text/event-stream')
  const told: VideoProgress[] = []
  const lines = body?.pipeThrough(new TextDecoderStream())
  const collect = async () => {
    let rest = ''
    for await (const text of lines ?? []) {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) if (event.startsWith('data: ')) told.push(JSON.parse(event.slice(6)))
    }
  }
  // It ends with the app.
  void collect().catch(() => {})
  return told
}

it('tell the owner, and nobody else, how a video gets on', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const [told, overheard] = [await listen(owner), await listen(other)]
  const { data } = await owner.call(api.video.upload, { form: await uploadForm('tiny') })
  const isOver = () => told.some(({ status }) => status === 'ready')
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
  expect(told[0]).toMatchObject({ _id: data._id, status: 'processing', isPlayable: true, failure: null })
  expect(told.find(({ status }) => status === 'ready')).toMatchObject({ _id: data._id, progress: 100 })
  expect(overheard).toEqual([])
})

it('are for signed-in people', async () => {
  expect((await app.visitor().fetch(videoEventsPath)).status).toBe(401)
})
