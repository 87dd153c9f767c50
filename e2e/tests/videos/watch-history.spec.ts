import type { Locator, Page } from '@playwright/test'
import { addressOf, api, type Video } from '@vireo/contract'
import type { TestClient } from '../../../server/test/app/client.ts'
import { expectNoSidewaysScroll, signIn } from '../../actions/account.ts'
import { sidebar, topBar } from '../../actions/shell.ts'
import { cards } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const days = (page: Page) => main(page).getByRole('heading', { level: 2 })
const day = (page: Page, name: string) => main(page).getByRole('region', { name })
const entryOf = (page: Page, { title }: Video) => main(page).getByRole('article').filter({ hasText: title })
const removeButton = (entry: Locator) => entry.getByRole('button', { name: 'Remove from watch history' })

/** Records the video as watched at this time. */
const watchedAt = async (client: TestClient, { _id }: Video, time: string, position = 0) => {
  const body = { watchedAt: time, position }
  const { status, message } = await client.call(api.history.restore, { params: { videoId: _id }, body })
  if (status !== 200) throw new Error(message)
}

const listed = async (client: TestClient) =>
  (await client.call(api.history.list)).data.map(({ video, watchedAt, position }) => ({
    id: video._id,
    watchedAt,
    position,
  }))

test.describe('the watch history in New York, half an hour after a day of 23 hours', () => {
  test.use({ timezoneId: 'America/New_York' })

  test.beforeEach(async ({ page, signedIn: { client }, library: { marsh, meadow }, stage: { film } }) => {
    await page.clock.setFixedTime('2026-03-09T04:30:00Z')
    await watchedAt(client, marsh, '2026-03-09T04:10:00.000Z')
    await watchedAt(client, film, '2026-03-08T05:30:00.000Z', 12)
    await watchedAt(client, meadow, '2026-03-08T04:30:00.000Z')
  })

  test('groups videos by day, and an entry can be removed and restored with Undo', async ({
    page,
    signedIn: { client },
    library: { marsh, meadow },
    stage: { film },
  }) => {
    await page.goto('/watch-history')
    await expect(days(page)).toHaveText(['Today', 'Yesterday', 'March 7, 2026'])
    await expect(day(page, 'Today')).toContainText(marsh.title)
    await expect(day(page, 'Yesterday')).toContainText(film.title)
    await expect(day(page, 'March 7, 2026')).toContainText(meadow.title)
    await expect(entryOf(page, film)).toContainText('50% watched')
    await expect(entryOf(page, marsh)).not.toContainText('watched')
    await topBar(page).getByRole('link', { name: 'Vireo, home' }).click()
    await expect(page).toHaveURL('/')
    const onHome = main(page).getByRole('article').filter({ hasText: film.title })
    await expect(onHome).toContainText('50% watched')
    await page.goBack()

    const before = await listed(client)
    await removeButton(entryOf(page, film)).press('Enter')
    const undo = main(page).getByRole('button', { name: `Undo removing ${film.title}` })
    await expect(undo).toBeFocused()
    expect(await listed(client)).toEqual(before.filter(({ id }) => id !== film._id))
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 600 })
    await expectNoSidewaysScroll(page)
    // Undo is still offered after returning to the tab later.
    const calls: string[] = []
    page.on('request', (request) => void calls.push(request.method() + new URL(request.url()).pathname))
    await page.clock.setFixedTime('2026-03-09T04:35:00Z')
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await undo.press('Enter')
    await expect(removeButton(entryOf(page, film))).toBeFocused()
    await expect(day(page, 'Yesterday')).toContainText('50% watched')
    expect(await listed(client)).toEqual(before)
    const restored = calls.indexOf(`PUT${addressOf(api.history.restore).replace(':videoId', film._id)}`)
    expect(restored).toBeGreaterThanOrEqual(0)
    expect(calls.slice(0, restored)).not.toContain(`GET${addressOf(api.history.list)}`)
    await expectNoSidewaysScroll(page)

    // Without Undo, the entry is gone when the page is opened again.
    await removeButton(entryOf(page, film)).click()
    await expect(undo).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await sidebar(page).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
    await sidebar(page).getByRole('link', { name: 'Watch History' }).click()
    await expect(days(page)).toHaveText(['Today', 'March 7, 2026'])
  })

  test('can be searched, paused and cleared', async ({ page, signedIn: { client }, library, stage }) => {
    await page.goto('/watch-history')
    const box = main(page).getByRole('searchbox', { name: 'Search watch history' })
    await box.fill('lark film')
    await expect(days(page)).toHaveText(['Yesterday'])
    await expect(page).toHaveURL('/watch-history?q=lark+film')
    await expect(entryOf(page, stage.film)).toBeVisible()
    await expect(main(page).getByText('1 video found')).toBeAttached()
    await expect(box).toBeFocused()
    // The box in the top bar searches the site, so it does not contain the query of the history.
    const siteSearch = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
    await siteSearch.focus()
    await expect(siteSearch).toHaveValue('')
    await box.fill('qqzzxx')
    await expect(main(page).getByText('Nothing in your watch history matches “qqzzxx”.')).toBeVisible()
    await sidebar(page).getByRole('link', { name: 'Watch History' }).click()
    await expect(box).toHaveValue('')
    await expect(days(page)).toHaveCount(3)

    const pauseButton = main(page).getByRole('button', { name: 'Pause watch history' })
    await pauseButton.click()
    const notice = 'Watch history is paused. What you watch now is not recorded.'
    await expect(main(page).getByText(notice)).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Resume watch history' })).toBeFocused()
    await expectAccessible(page)
    await client.call(api.history.add, { params: { videoId: stage.short._id }, body: {} })
    await page.reload()
    await expect(main(page).getByText(notice)).toBeVisible()
    await expect(entryOf(page, library.marsh)).toBeVisible()
    await expect(entryOf(page, stage.short)).toHaveCount(0)
    await main(page).getByRole('button', { name: 'Resume watch history' }).click()
    await expect(main(page).getByText(notice)).toBeHidden()
    await expect(pauseButton).toBeFocused()

    await main(page).getByRole('button', { name: 'Clear watch history' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Clear your watch history?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await listed(client)).toHaveLength(3)
    await main(page).getByRole('button', { name: 'Clear watch history' }).click()
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await expect(main(page).getByText('No history available.')).toBeVisible()
    await expect(main(page).getByText("You haven't watched any video yet")).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Watch history' })).toBeFocused()
    expect(await listed(client)).toEqual([])
  })
})

test('the watch history sends visitors to sign in, shows when it is empty or failed to load, and puts the latest video on top', async ({
  page,
  site,
  stage: _,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const { person } = await site.signUp()
  await page.goto('/watch-history')
  await expect(page).toHaveURL('/auth/?next=%2Fwatch-history')

  const address = ({ pathname }: URL) => pathname.startsWith(addressOf(api.history.list))
  await page.route(address, (route) => route.abort())
  await signIn(page, person.username, person.password)
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('Failed to get your watch history. Please Try again')
  await page.unroute(address)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(main(page).getByText('No history available.')).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Pause' })).toBeEnabled()
  await expect(main(page).getByText("You haven't watched any video yet")).toBeVisible()

  await main(page).getByRole('link', { name: 'Find something to watch' }).click()
  await expect(page).toHaveURL('/')
  const link = cards(page).first().getByRole('heading').getByRole('link')
  const title = (await link.textContent()) ?? ''
  const isRecorded = page.waitForResponse(/add-video-to-watch-history/)
  await link.click()
  await isRecorded
  await sidebar(page).getByRole('link', { name: 'Watch History' }).click()
  await expect(day(page, 'Today').getByRole('article').first()).toContainText(title)
})
