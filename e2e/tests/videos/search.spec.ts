import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { expectNoSidewaysScroll } from '../../actions/account.ts'
import { longWord } from '../../actions/search.ts'
import { phone, topBar } from '../../actions/shell.ts'
import { postTweet } from '../../actions/tweets.ts'
import { holdRequests, shortenPages, videoListAddress, watchPath } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
const rows = (page: Page) => main(page).getByRole('list', { name: 'Videos' }).getByRole('article')
const box = (page: Page) => topBar(page).getByRole('combobox', { name: 'Search' })
const suggestions = (page: Page) => topBar(page).getByRole('listbox', { name: 'Suggestions' })
/** Searches with the box in the top bar, which keeps the page loaded. */
const searchFor = async (page: Page, query: string) => {
  await box(page).fill(query)
  await box(page).press('Enter')
}
const suggestAddress = `**${addressOf(api.search.suggest)}*`

test('a search lists videos, their number and matching channels, and says if results are only related or there are none', async ({
  page,
  library: { person, marsh },
}) => {
  await page.goto('/search/')
  await expect(main(page).getByText('Search for videos, tweets and channels.')).toBeVisible()
  const line = await holdRequests(page, /\/api\/v1\/video\?.*query=/)
  await searchFor(page, 'bittern marsh')
  await expect(page).toHaveURL('/search/?q=bittern%20marsh')
  await expect(heading(page)).toHaveText('Loading...')
  await expect(main(page).getByRole('status', { name: 'Loading videos' })).toBeVisible()
  line.release()
  await expect(heading(page)).toHaveText('Search results for: bittern marsh')
  await expect(page).toHaveTitle('Search results for: bittern marsh · Vireo')
  await expect(main(page).getByText('1 results found', { exact: true })).toBeVisible()
  const row = rows(page).first()
  await expect(row.getByText('0:01', { exact: true })).toBeVisible()
  await expect(row.getByText(/^\d+ views? · .*(ago|just now)$/)).toBeVisible()
  await expect(row.getByRole('link', { name: person.fullname }).last()).toHaveAttribute(
    'href',
    `/profile/${person.username}`,
  )
  // The part of the description around the found words.
  await expect(row.getByRole('paragraph')).toHaveText(/^… .*It waits where the marshes end\.$/)
  await expect(row.locator('mark')).toHaveText(['marshes'])
  await expectAccessible(page)
  await row.getByRole('link', { name: marsh.title }).click()
  await expect(page).toHaveURL(watchPath(marsh))

  await searchFor(page, 'bitern xylophone')
  await expect(heading(page)).toHaveText(
    'No exact matches found. Showing related results for: bitern xylophone',
  )
  await expect(rows(page).filter({ hasText: marsh.title })).toBeVisible()
  await searchFor(page, 'bitern mrash')
  await expect(heading(page)).toHaveText('Showing results for: bittern marsh')
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'bitern mrash' }).click()
  await expect(page).toHaveURL('/search/?q=bitern+mrash&exact=true')
  await expect(heading(page)).toHaveText('No videos found for: bitern mrash')
  await page.goBack()
  await main(page).getByRole('link', { name: 'bittern marsh' }).click()
  await expect(heading(page)).toHaveText('Search results for: bittern marsh')
  await searchFor(page, 'qqzzxx')
  await expect(heading(page)).toHaveText('No videos found for: qqzzxx')
  await expect(main(page).getByText('0 results found')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await expectAccessible(page)

  await searchFor(page, 'quetzal')
  await expect(heading(page)).toHaveText('Search results for: quetzal')
  const channels = main(page).getByRole('region', { name: 'Matching Channels' })
  await expect(channels).toBeVisible()
  await expectAccessible(page)
  await channels.getByRole('link', { name: person.fullname }).click()
  await expect(page).toHaveURL(`/profile/${person.username}`)
})

test('filters are kept in the address and Back undoes them, tweets have a separate tab, and Retry repeats a failed search', async ({
  page,
  library: { client, marsh, meadow },
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  await postTweet(client, 'A bittern, heard but not seen')
  await page.route(videoListAddress, (route) => route.abort())
  await page.goto('/search/?q=bittern&sort=longest&uploaded=hour')
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('Failed to fetch videos. Please try again')
  await page.unroute(videoListAddress)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page).first()).toContainText(meadow.title)
  await expect(rows(page).filter({ hasText: marsh.title })).toBeVisible()
  const filter = (label: string) => main(page).getByLabel(label)
  await expect(filter('Upload time')).toHaveValue('hour')
  await expect(filter('Sort by')).toHaveValue('longest')
  await main(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/search/?q=bittern')
  await expect(filter('Upload time')).toBeFocused()
  await expect(filter('Sort by')).toHaveValue('views')
  await expect(rows(page)).toHaveCount(3)

  await filter('Length').selectOption('Over 20 minutes')
  await expect(page).toHaveURL('/search/?q=bittern&length=long')
  await expect(heading(page)).toHaveText('No videos found for: bittern')
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  const captions = main(page).getByRole('button', { name: 'Captions' })
  await captions.click()
  await expect(page).toHaveURL('/search/?q=bittern&captions=true')
  await expect(captions).toHaveAttribute('aria-pressed', 'true')
  await expect(heading(page)).toHaveText('No videos found for: bittern')
  await captions.click()
  await expect(rows(page)).toHaveCount(3)
  await filter('Sort by').selectOption('Longest')
  await expect(page).toHaveURL('/search/?q=bittern&sort=longest')
  await expect(rows(page).first()).toContainText(meadow.title)
  await filter('Upload time').selectOption('Last hour')
  await expect(page).toHaveURL('/search/?q=bittern&sort=longest&uploaded=hour')

  await searchFor(page, 'bittern')
  await main(page).getByRole('tab', { name: 'Tweets' }).click()
  await expect(page).toHaveURL('/search/?q=bittern&type=tweets')
  await expect(heading(page)).toHaveText('Search results for: bittern')
  const tweets = main(page).getByRole('list', { name: 'Tweets' }).getByRole('article')
  await expect(tweets).toHaveText(/A bittern, heard but not seen/)
  await searchFor(page, 'qqzzxx')
  await main(page).getByRole('tab', { name: 'Tweets' }).click()
  await expect(heading(page)).toHaveText('No tweets found for: qqzzxx')
  await expectAccessible(page)
})

test('more results load on scrolling on a phone, and empty pages of results are skipped without scrolling', async ({
  page,
  manyVideos,
}) => {
  await shortenPages(page)
  await page.goto('/search/?q=clip+number')
  await expect(main(page).getByText(`${manyVideos.length} results found`)).toBeVisible()
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(manyVideos.length)
  await expect(main(page).getByText('That’s all for now.')).toBeVisible()

  const [limit, empty] = [4, 2]
  let pages = 0
  // Real pages like these would need very many videos, so the server's first pages are emptied here.
  await page.unroute(videoListAddress)
  await page.route(videoListAddress, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', String(limit))
    const response = await route.fetch({ url: url.href })
    const answer = await response.json()
    if (pages++ < empty) answer.data.docs = []
    await route.fulfill({ response, json: answer })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await searchFor(page, 'number clip')
  await expect(heading(page)).toHaveText('Search results for: number clip')
  await expect(rows(page)).toHaveCount(manyVideos.length - limit * empty)
  await expect(main(page).getByText('That’s all for now.')).toBeVisible()
  expect(pages).toBe(manyVideos.length / limit)
})

test('on a phone the box opens over the bar, Escape closes its suggestions first, and no text breaks the layout at 320 px', async ({
  page,
  library: { marsh },
}) => {
  const openBox = () => topBar(page).getByRole('button', { name: 'Search' }).click()
  const longest = 'W'.repeat(3000)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/search/?q=${longest}`)
  await expect(heading(page)).toContainText(longest)
  await expectNoSidewaysScroll(page)

  await page.setViewportSize(phone)
  await openBox()
  await page.keyboard.type('bittern')
  const option = suggestions(page).getByRole('option', { name: marsh.title })
  await expect(option).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toBeHidden()
  await expect(box(page)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await option.click()
  await expect(page).toHaveURL(`/search/?q=${encodeURIComponent(marsh.title)}`)
  await expect(box(page)).toBeHidden()

  await page.setViewportSize({ width: 320, height: 640 })
  for (const query of ['c++', '(live', '*', '%', '"', '🐦', 'bittern']) {
    await openBox()
    await searchFor(page, query)
    await expect(heading(page)).toContainText(query)
    await expectNoSidewaysScroll(page)
  }
  const arabic = rows(page).filter({ hasText: longWord }).getByRole('heading')
  await expect(arabic).toBeVisible()
  await expect(arabic).toHaveCSS('direction', 'rtl')
  await expect(arabic).toHaveCSS('text-align', 'left')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test.describe('suggestions', () => {
  test('are chosen by keyboard: arrows move, Escape closes, Enter opens', async ({
    page,
    library: { person, marsh, meadow },
  }) => {
    await page.goto('/')
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
    await box(page).pressSequentially('bitte')
    await expect(suggestions(page).getByRole('option', { name: marsh.title })).toBeVisible()
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)

    const options = suggestions(page).getByRole('option')
    const current = options.and(page.locator('[aria-selected=true]'))
    await expect(current).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(box(page)).toHaveAttribute(
      'aria-activedescendant',
      (await options.first().getAttribute('id')) ?? '',
    )
    await page.keyboard.press('ArrowUp')
    await expect(current).toHaveCount(0)
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(suggestions(page)).toBeHidden()
    await expect(box(page)).toHaveValue('bitte')
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false')

    // Without a selected suggestion, Enter searches for the typed text.
    await box(page).press('Enter')
    await expect(page).toHaveURL('/search/?q=bitte')
    await expect(heading(page)).toBeFocused()
    // There the box contains the query, to be refined or replaced.
    await expect(box(page)).toHaveValue('bitte')
    await box(page).focus()
    await box(page).pressSequentially('bittern over')
    await expect(options).toHaveText([meadow.title])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/search/?q=${encodeURIComponent(meadow.title)}`)
    await expect(box(page)).toHaveValue(meadow.title)
    await expect(suggestions(page)).toBeHidden()

    await box(page).focus()
    await box(page).pressSequentially('quetz')
    await suggestions(page)
      .getByRole('option', { name: `@${person.username}` })
      .click()
    await expect(page).toHaveURL(`/profile/${person.username}`)
    await expect(box(page)).toHaveValue('')
  })

  test('without text are the recent searches, which are chosen and removed by keys or pointer', async ({
    page,
    library: { meadow },
  }) => {
    await page.addInitScript(() => {
      const searches = ['wren', 'owl', 'bittern', 'meadow']
      if (!localStorage.getItem('recent-searches:visitor'))
        localStorage.setItem('recent-searches:visitor', JSON.stringify(searches))
    })
    await page.goto('/search/?q=bittern')
    await expect(rows(page)).toHaveCount(3)
    const recent = topBar(page).getByRole('grid', { name: 'Recent searches' })
    const cells = recent.getByRole('gridcell').filter({ hasText: /\w/ })
    await expect(box(page)).toHaveValue('bittern')
    await box(page).focus()
    await expect(cells).toHaveText(['meadow', 'bittern', 'owl', 'wren', 'Clear all recent searches'])
    await expect(box(page)).toHaveAttribute('aria-haspopup', 'grid')
    await expectAccessible(page)

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const remove = recent.getByRole('button', { name: 'Remove bittern' })
    await expect(box(page)).toHaveAttribute('aria-activedescendant', (await remove.getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(cells).toHaveText(['meadow', 'owl', 'wren', 'Clear all recent searches'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await recent.getByRole('button', { name: 'Remove owl' }).click()
    await expect(cells).toHaveText(['meadow', 'Clear all recent searches'])
    await expect(box(page)).toBeFocused()

    await box(page).pressSequentially('bittern over')
    await suggestions(page).getByRole('option', { name: meadow.title }).click()
    await expect(page).toHaveURL(`/search/?q=${encodeURIComponent(meadow.title)}`)
    await box(page).click()
    await expect(cells).toHaveText([meadow.title, 'meadow', 'Clear all recent searches'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(recent).toBeHidden()
    await expect(box(page)).toBeFocused()
    await box(page).fill('heron')
    await box(page).press('Enter')
    await expect(heading(page)).toHaveText('No videos found for: heron')
    await box(page).click()
    await page.keyboard.press('ArrowDown')
    await expect(cells.first()).toHaveText('heron')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search/?q=heron')
  })

  test('wait for a pause in typing, outdated requests are cancelled, and a failed one does not affect the search', async ({
    page,
    library: { marsh },
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    await page.goto('/')
    const line = await holdRequests(page, suggestAddress)
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('q=bitt'))
    await typeWithoutPause(page, 'bitt')
    await expect.poll(() => line.bodies.length).toBe(1)
    await typeWithoutPause(page, 'bittern in')
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
    line.release()
    await expect(suggestions(page).getByRole('option')).toHaveText([marsh.title])
    expect(line.bodies).toHaveLength(2)

    await page.route(suggestAddress, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await box(page).pressSequentially(' the')
    await failed
    await box(page).press('Enter')
    await expect(page).toHaveURL('/search/?q=bittern%20in%20the')
    await expect(rows(page).filter({ hasText: marsh.title })).toBeVisible()
  })

  /** Enters a text letter by letter at once. Keys sent by Playwright can be so late that they look like pauses. */
  async function typeWithoutPause(page: Page, text: string) {
    await box(page).focus()
    await box(page).evaluate((input: HTMLInputElement, text) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      for (let length = input.value.length + 1; length <= text.length; length++) {
        value?.set?.call(input, text.slice(0, length))
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
    }, text)
  }
})
