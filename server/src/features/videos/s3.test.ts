import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureSwift } from '../../../../scripts/ensure-tools.ts'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { startSwiftS3 } from '../../../test/swift-s3.ts'
import { isFinished, uploadForm, waitForVideo } from '../../../test/videos.ts'

const hasSwift = await ensureSwift()
let app: TestApp
let swift: Awaited<ReturnType<typeof startSwiftS3>>
beforeAll(async () => {
  if (!hasSwift) return
  swift = await startSwiftS3()
  app = await createTestApp({ STORAGE_URL: swift.url })
})
afterAll(async () => {
  await app?.close()
  await swift?.stop()
})

it.skipIf(!hasSwift)(
  'with an S3 store a video is processed, streamed, downloaded and deleted as on a disk',
  async () => {
    const owner = await app.signedIn()
    const { data } = await owner.call(api.video.upload, { form: await uploadForm('landscape') })
    const ready = await waitForVideo(owner, data._id, isFinished)
    expect(ready.status).toBe('ready')

    const playlist = await app.visitor().fetch(ready.hls ?? '')
    expect(playlist.headers.get('content-type')).toContain('mpegurl')
    expect(await playlist.text()).toContain('#EXTM3U')
    const redirect = await app.visitor().fetch(ready.videofile ?? '')
    expect(redirect.status).toBe(302)
    const part = await fetch(redirect.headers.get('location') ?? '', { headers: { range: 'bytes=4-7' } })
    expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: 'ftyp' })

    const link = await owner.call(api.video.download, { params: { id: ready._id } })
    const file = await fetch(link.data.url)
    expect(file.headers.get('content-disposition')).toContain('A%20real%20clip.mp4')

    // The store itself knows nothing of visibility: what was signed earlier must lead nowhere.
    const form = new FormData()
    form.append('visibility', 'private')
    const closed = await owner.call(api.video.update, { params: { id: ready._id }, form })
    const earlier = [redirect.headers.get('location') ?? '', link.data.url]
    const statuses = () => Promise.all(earlier.map(async (url) => (await fetch(url)).status))
    await expect.poll(statuses, { timeout: 20_000 }).toEqual([404, 404])
    for (const address of [closed.data.hls, closed.data.videofile, closed.data.thumbnail]) {
      const answer = await app.visitor().fetch(address ?? '')
      const location = answer.headers.get('location')
      expect(location ? (await fetch(location)).status : answer.status, address ?? '').toBe(200)
    }

    await owner.call(api.video.remove, { params: { id: ready._id } })
    await expect.poll(() => app.context.storage.list('videos'), { timeout: 20_000 }).toEqual([])
  },
)
