import { api, type BodyOf } from '@vireo/contract'
import type { TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'

type Details = Partial<BodyOf<typeof api.playlists.create>>

export async function createPlaylist(client: TestClient, details: Details = {}): Promise<string> {
  const { data } = await client.call(api.playlists.create, { body: { name: 'A playlist', ...details } })
  return data.playlist._id
}

export const put = (client: TestClient, id: string, videoId: string, body: Record<string, unknown> = {}) =>
  client.call(api.playlists.putVideo, { params: { id, videoId }, body })
export const take = (client: TestClient, id: string, videoId: string) =>
  client.call(api.playlists.removeVideo, { params: { id, videoId } })

export const read = async (client: TestClient, id: string, query: Record<string, number | string> = {}) =>
  (await client.call(api.playlists.get, { params: { id }, query })).data.playlist

export const idsIn = async (client: TestClient, id: string) =>
  (await read(client, id)).videos.map((video) => video._id)

/** Adds this many public videos of one person, with the titles 1, 2, 3 and so on. */
export async function addVideos(app: TestApp, count: number): Promise<string[]> {
  const { id: ownerId } = await app.createPerson()
  const ids: string[] = []
  for (let i = 1; i <= count; i++) ids.push((await addVideo(app, { ownerId, title: `${i}` })).videoId)
  return ids
}
