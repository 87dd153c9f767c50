import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { expectNoSidewaysScroll, signIn } from '../../actions/account.ts'
import { playQueue } from '../../actions/playlists.ts'
import { sidebar } from '../../actions/shell.ts'
import { holdRequests, watchPath } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('list', { name: 'Liked videos' }).getByRole('article')
const goTo = (page: Page, name: string) => sidebar(page).getByRole('link', { name }).click()

test('after signing in, liked videos are a grid with their number, latest like first, and Play all plays them as a list', async ({
  page,
  site,
  library: { marsh, meadow },
  stage: { film },
}) => {
  const { person, client } = await site.signUp()
  await page.goto('/liked-videos')
  await expect(page).toHaveURL('/auth/?next=%2Fliked-videos')
  await signIn(page, person.username, person.password)
  await expect(main(page).getByText('You have not liked any video yet.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Play all' })).toHaveCount(0)
  for (const { _id } of [film, meadow])
    await client.call(api.likes.toggleVideo, { params: { videoId: _id }, body: { isLiked: true } })

  // Pages of two videos; the second page is held.
  await page.route(`**${addressOf(api.likes.likedVideos)}?*`, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    return route.fallback({ url: url.href })
  })
  const line = await holdRequests(page, /liked-videos\?.*cursor=/)
  await page.goto(watchPath(marsh))
  await page.getByRole('button', { name: /^Like/ }).click()
  await goTo(page, 'Liked Videos')
  await expect(cards(page)).toHaveCount(2)
  await expect(main(page).getByText('3 videos', { exact: true })).toBeVisible()
  line.release()
  await expect(cards(page).getByRole('heading')).toHaveText([marsh.title, meadow.title, film.title])
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 600 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await cards(page).getByRole('link', { name: meadow.title }).click()
  const like = page.getByRole('button', { name: /^Like/ })
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await goTo(page, 'Liked Videos')
  await expect(cards(page).getByRole('heading')).toHaveText([marsh.title, film.title])
  await expect(main(page).getByText('2 videos', { exact: true })).toBeVisible()
  // A row that is not full is aligned to the left as well.
  const heading = await main(page).getByRole('heading', { name: 'Liked videos' }).boundingBox()
  expect((await cards(page).first().boundingBox())?.x).toBe(heading?.x)

  await main(page).getByRole('link', { name: 'Play all' }).click()
  await expect(page).toHaveURL(`/watch/${marsh._id}?list=liked`)
  const panel = playQueue(page, 'Liked videos')
  await expect(panel).toContainText('1 of 2')
  await expect(panel.getByRole('listitem').nth(1)).toContainText(film.title)
})
