import type { Locator, Page } from '@playwright/test'
import { api, type Visibility } from '@vireo/contract'
import type { TestClient } from '../../server/test/app/client.ts'

/** Creates a playlist with these videos, in this order. */
export async function makePlaylist(
  client: TestClient,
  name: string,
  videos: readonly { _id: string }[],
  visibility: Visibility = 'private',
): Promise<string> {
  const { data } = await client.call(api.playlists.create, { body: { name, visibility } })
  const id = data.playlist._id
  for (const { _id } of videos)
    await client.call(api.playlists.putVideo, { params: { id, videoId: _id }, body: {} })
  return id
}

export const titlesIn = async (client: TestClient, id: string): Promise<string[]> =>
  (await client.call(api.playlists.get, { params: { id }, query: {} })).data.playlist.videos.map(
    ({ title }) => title,
  )

/** The rows on the page of a playlist. */
export const rows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Videos of the playlist' }).getByRole('listitem')
/** The play queue beside the player, by the name of its playlist. */
export const playQueue = (page: Page, name: string): Locator => page.getByRole('region', { name })
