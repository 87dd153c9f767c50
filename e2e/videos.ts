import { openAsBlob } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { addressOf, api, type Video, type Visibility } from '@vireo/contract'
import type { TestClient } from '../server/test/client.ts'
import { type ClipName, clip } from '../server/test/clips.ts'
import { picture } from '../server/test/pictures.ts'
import { smallFilm } from './films.ts'
import { withSite } from './fixtures.ts'
import type { Person, Site } from './site.ts'

interface Upload {
  title: string
  description?: string
  /** The path of a file. Otherwise `clipName` chooses a generated clip. */
  file?: string
  clipName?: ClipName
  visibility?: Visibility
  /** Without it, processing makes one from the video later. */
  thumbnail?: Uint8Array
}

/** Uploads a video, by default a small generated clip, with the call that the page makes. */
export async function uploadVideo(client: TestClient, upload: Upload): Promise<Video> {
  const { title, description = '', clipName = 'tiny', visibility = 'public', thumbnail } = upload
  const form = new FormData()
  form.append('title', title)
  form.append('description', description)
  form.append('visibility', visibility)
  form.append('videofile', await openAsBlob(upload.file ?? (await clip(clipName))), 'video.mp4')
  if (thumbnail) form.append('thumbnail', new Blob([new Uint8Array(thumbnail)]), 'thumbnail.png')
  const { status, data, message } = await client.call(api.videos.upload, { form })
  if (status !== 200) throw new Error(message)
  return data
}

// ffmpeg runs at low priority, so processing takes long on a busy machine.
const patienceMs = 150_000

/** Polls the video until the condition is true. */
export async function waitForVideo(
  client: TestClient,
  id: string,
  isAsWanted: (video: Video) => boolean,
): Promise<Video> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const { data } = await client.call(api.videos.get, { params: { id } })
    if (data.status === 'failed') throw new Error(`Processing failed: ${data.failure}`)
    if (isAsWanted(data)) return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The video was not processed in time')
}

export async function publishVideo(client: TestClient, upload: Upload): Promise<Video> {
  const { _id } = await uploadVideo(client, upload)
  return waitForVideo(client, _id, ({ isPlayable }) => isPlayable)
}

/** A person with a video; shared by the tests of a worker. */
export interface Creator {
  person: Person
  client: TestClient
  /** Four seconds with sound, and a thumbnail; its preview clip is made later. */
  film: Video
}

interface Fixtures {
  creator: Creator
  /** Oldest first; more than one page of a list after `shortenPages`. */
  manyVideos: Video[]
}

const many = 12
const shortPage = 8

export const withVideos = withSite.extend<object, Fixtures>({
  creator: [
    async ({ site }, use) => {
      const { person, client } = await site.signUp({ fullname: 'Wren Creator' })
      const film = await publishVideo(client, {
        title: 'A film with sound',
        file: await smallFilm(4),
        thumbnail: await picture(640, 360).png().toBuffer(),
      })
      await use({ person, client, film })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  manyVideos: [
    async ({ site }, use) => {
      const { client } = await site.signUp({ fullname: 'Finch Prolific' })
      const titles = Array.from({ length: many }, (_, index) => `Clip number ${index + 1}`)
      // A few at a time, because the machine that runs the tests also processes the videos.
      const videos: Video[] = []
      while (titles.length > 0) {
        const batch = titles.splice(0, 4).map((title) => publishVideo(client, { title }))
        videos.push(...(await Promise.all(batch)))
      }
      // Sorted as the server does: videos of the same millisecond by id.
      const sortKey = ({ createdAt, _id }: Video) => `${createdAt} ${_id}`
      await use(videos.sort((one, other) => sortKey(one).localeCompare(sortKey(other))))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Signs a person in on the page, without using the form. */
export async function enterAs(page: Page, site: Site, client: TestClient): Promise<void> {
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: site.origin }))
  await page.context().addCookies(cookies)
}

/** Restricts lists to the videos of one person: those of other tests may be newer or have more views. */
export async function listOnly(page: Page, { owner }: Video): Promise<void> {
  const isList = ({ pathname }: URL) => pathname === addressOf(api.videos.list)
  await page.route(isList, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('userId', owner._id)
    return route.fallback({ url: url.href })
  })
}

/** Limits pages to 8 videos on a narrow screen, so that a few videos are enough to scroll. */
export async function shortenPages(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.route(videoListAddress, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', String(shortPage))
    return route.fallback({ url: url.href })
  })
  return shortPage
}

export const videoListAddress = /\/api\/v1\/video(\?|$)/
export const cards = (page: Page): Locator => page.getByRole('list', { name: 'Videos' }).getByRole('article')
export const cardOf = (page: Page, title: string): Locator => cards(page).filter({ hasText: title })
export const watchPath = ({ _id }: Pick<Video, '_id'>) => `/watch/${_id}`

/** Holds the requests to an address until the test releases them, as on a slow connection. */
export async function holdRequests(page: Page, address: string | RegExp) {
  const bodies: unknown[] = []
  let release = () => {}
  let held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    const request = route.request()
    const isForm = request.headers()['content-type']?.startsWith('multipart/')
    bodies.push(isForm ? null : request.postDataJSON())
    await held
    await route.fallback()
  })
  return {
    /** The body of each request, in the order sent; null for a form. */
    bodies,
    release: () => release(),
    /** Holds requests again from now on. */
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
  }
}
