import type { Locator, Page } from '@playwright/test'
import type { Video } from '@vireo/contract'
import type { TestClient } from '../../server/test/app/client.ts'
import { withSite } from '../support/fixtures.ts'
import type { Account, Site } from '../support/site.ts'

/** A person with a video. */
export interface Creator extends Account {
  /** Four seconds with sound, and a thumbnail. */
  film: Video
}

interface Fixtures {
  creator: Creator
  /** Oldest first; more than one page of a list after `shortenPages`. */
  manyVideos: Video[]
}

const many = 12
const shortPage = 8

export const withVideos = withSite.extend<Fixtures>({
  creator: async ({ site }, use) => {
    const owner = await site.signUp({ fullname: 'Wren Creator' })
    const film = await site.addVideo(owner, { title: 'A film with sound', clip: 'film', hasThumbnail: true })
    await use({ ...owner, film })
  },
  manyVideos: async ({ site }, use) => {
    const owner = await site.signUp({ fullname: 'Finch Prolific' })
    const titles = Array.from({ length: many }, (_, index) => ({ title: `Clip number ${index + 1}` }))
    await use(await site.addVideos(owner, titles))
  },
})

/** Signs a person in on the page, without using the form. */
export async function enterAs(page: Page, site: Site, client: TestClient): Promise<void> {
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: site.origin }))
  await page.context().addCookies(cookies)
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
