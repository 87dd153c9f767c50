import { api } from '@vireo/contract'
import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../app/app.ts'
import { addReadyVideo } from './ready-videos.ts'

it('adds a video with the files and rows of a processed one, and without jobs', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { id: ownerId } = await app.createPerson()
  const { videoId } = await addReadyVideo(app.context, { ownerId, title: 'Made before', views: 3 })
  const { data: video } = await app.visitor().call(api.videos.get, { params: { id: videoId } })
  expect(video).toMatchObject({ title: 'Made before', status: 'ready', hasPreview: true, views: 3 })
  for (const url of [video.videofile, video.hls, video.thumbnail, video.storyboard])
    expect((await fetch(`${app.origin}${url}`)).status).toBe(200)
  const { data: list } = await app.visitor().call(api.videos.list, { query: { query: 'made before' } })
  expect(list.docs.map(({ _id }) => _id)).toEqual([videoId])
  const { sql } = app.context
  expect(await sql`select videos_count from users where id = ${ownerId}`).toEqual([{ videos_count: 1 }])
  expect(await sql`select task_identifier from graphile_worker.jobs`).toEqual([])
})
