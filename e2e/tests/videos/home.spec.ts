import type { Locator, Page } from '@playwright/test'
import { expectNoSidewaysScroll } from '../../actions/account.ts'
import {
  cardOf,
  cards,
  holdRequests,
  shortenPages,
  videoListAddress,
  watchPath,
} from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const place = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x, y, width, height].map(Math.round)
}

test('an empty site offers to sign up, and shows the first video without a reload', async ({
  page,
  site,
}) => {
  await page.goto('/')
  await expect(page.getByText('No videos yet.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' })).toBeVisible()

  await site.addVideo(await site.signUp(), { title: 'The very first' })
  await expect(cardOf(page, 'The very first')).toBeVisible()
  await expect(page.getByText('No videos yet.')).toBeHidden()
})

test('the home page is accessible and has one to four columns, with eight skeletons where the cards will be and Retry after a failed load', async ({
  page,
  creator,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  await page.route(videoListAddress, (route) => route.abort())
  const line = await holdRequests(page, videoListAddress)
  await page.goto('/')
  const loading = page.getByRole('status', { name: 'Loading videos' })
  await expect(loading.locator('> *')).toHaveCount(8)
  const before = await place(loading.locator('> *').first())
  line.release()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch videos. Please try again')
  await page.unroute(videoListAddress)
  await page.getByRole('button', { name: 'Retry' }).click()
  const card = cardOf(page, creator.film.title)
  await expect(card).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(loading).toBeHidden()
  expect(await place(cards(page).first())).toEqual(before)

  // The page is accessible while a preview plays.
  await expect(card.getByRole('button', { name: 'More actions' })).toBeVisible()
  await card.hover()
  await expect(card.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await expectAccessible(page)
  await expectColumns(page)
})

/** The grid has one to four columns and never scrolls sideways. */
async function expectColumns(page: Page): Promise<void> {
  const list = page.getByRole('list', { name: 'Videos' })
  const columns = () => list.evaluate((ul) => getComputedStyle(ul).gridTemplateColumns.split(' ').length)
  for (const [width, count] of [
    [320, 1],
    [639, 1],
    [640, 2],
    [1023, 2],
    [1024, 3],
    [1439, 3],
    [1440, 4],
    [2000, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(columns, { message: `at ${width} px` }).toBe(count)
    await expectNoSidewaysScroll(page)
  }
}

test.describe('a site with many videos', () => {
  test('loads more videos before the end is reached, retries a page that failed, and Back restores pages and scroll position', async ({
    page,
    manyVideos,
    expectErrors,
  }) => {
    const [oldest] = manyVideos
    if (!oldest) throw new Error('There are no videos')
    expectErrors(/ERR_FAILED/)
    const first = await shortenPages(page)
    await page.route(/cursor=/, (route) => route.abort())
    await page.goto('/')
    await expect(cards(page)).toHaveCount(first)
    await expect(page.getByRole('button', { name: 'Load more' })).not.toBeInViewport()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // Wheel events may be lost while the page is busy.
    await expect(async () => {
      await page.mouse.wheel(0, 700)
      await expect(page.getByRole('alert')).toBeAttached({ timeout: 2000 })
    }).toPass()
    await expect(page.getByRole('alert')).toContainText('Failed to fetch videos. Please try again')
    await expect(cards(page)).toHaveCount(first)
    await page.unroute(/cursor=/)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('That’s all for now.')).toBeAttached()
    for (const { title } of manyVideos)
      await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(1)

    const count = await cards(page).count()
    const link = page.getByRole('link', { name: oldest.title, exact: true })
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(1000)
    await link.click()
    await expect(page).toHaveURL(watchPath(oldest))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

    // The pages come from the cache, as requests would fail.
    await page.unroute(videoListAddress)
    await page.route(videoListAddress, (route) => route.abort())
    await page.goBack()
    await expect(cards(page)).toHaveCount(count)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
    await expect(link).toBeInViewport()
  })

  test('loads more by a button for keyboard users, and focuses the first new video', async ({
    page,
    manyVideos,
  }) => {
    expect(manyVideos.length).toBeGreaterThan(await shortenPages(page))
    // Without scrolling, the end of the list never comes near.
    await page.addInitScript(() => {
      window.IntersectionObserver = class extends IntersectionObserver {
        override observe() {}
      }
    })
    await page.goto('/')
    await expect(cards(page)).toHaveCount(8)
    await page.getByRole('button', { name: 'Load more' }).press('Enter')
    await expect(cards(page).nth(8).getByRole('heading').getByRole('link')).toBeFocused()
  })

  test('restores the scroll position after a reload, although the list loads again, and on Back from a page that was reloaded; another address opens at the top', async ({
    page,
    manyVideos,
  }) => {
    const scrolled = () => page.evaluate(() => window.scrollY)
    const [oldest] = manyVideos
    if (!oldest) throw new Error('There are no videos')
    const link = page.getByRole('link', { name: oldest.title, exact: true })
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto('/')
    await link.scrollIntoViewIfNeeded()
    const before = await scrolled()
    expect(before).toBeGreaterThan(1000)
    const line = await holdRequests(page, videoListAddress)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()
    line.release()
    await expect(link).toBeAttached()
    await expect.poll(scrolled).toBe(before)

    await link.click()
    await expect(page).toHaveURL(watchPath(oldest))
    await page.reload()
    line.hold()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()
    line.release()
    await expect(link).toBeAttached()
    await expect.poll(scrolled).toBe(before)

    // A typed address opens at the top, even if the first page of this tab was left further down.
    await page.goto('/?again')
    await expect(link).toBeAttached()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(await scrolled()).toBe(0)
  })
})
