import type { Page } from '@playwright/test'
import { addressOf, api, type Tweet } from '@vireo/contract'
import type { TestClient } from '../../../server/test/app/client.ts'
import { expectNoSidewaysScroll, refusal } from '../../actions/account.ts'
import { playAnimations, subscribe, topBar } from '../../actions/shell.ts'
import { postTweet, tweetPath } from '../../actions/tweets.ts'
import { holdRequests } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const bell = (page: Page) => topBar(page).getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const dot = (page: Page) => bell(page).locator('.bg-danger')

const reply = (client: TestClient, { _id }: Tweet, content: string) =>
  client.call(api.comments.addToTweet, { params: { tweetId: _id }, body: { content } })

/** Simulates that another tab is in front, because the test browser treats all its pages as visible. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

/** Lets the server answer the first request to an address, but holds the answer until the test releases it. */
async function holdAnswer(page: Page, address: string) {
  const read = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch()
      read.resolve()
      await released.promise
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  return { isRead: read.promise, release: () => released.resolve() }
}

test('the panel shows 3 skeleton rows while it loads, and then that there are no notifications', async ({
  page,
  signedIn: _,
}) => {
  const line = await holdRequests(page, '**/api/notifications')
  await page.goto('/')
  await bell(page).click()
  const loading = panel(page).locator('[aria-busy=true]')
  await expect(loading.locator('> *')).toHaveCount(3)
  line.release()
  await expect(panel(page).getByText("You're all caught up!")).toBeVisible()
  await expect(loading).toHaveCount(0)
  await expect(dot(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('a red dot marks unread notifications, their list is at most 16rem high, and a link leads to its reply', async ({
  page,
  site,
  signedIn,
}) => {
  const tweet = await postTweet(signedIn.client, 'At the lake')
  const { client } = await site.signUp({ fullname: 'Wren Songbird' })
  for (let number = 1; number <= 6; number += 1) await reply(client, tweet, `Reply ${number}`)
  await page.goto('/')
  await expect(bell(page)).toHaveAccessibleName('Notifications (6)')
  await expect(dot(page)).toHaveCSS('background-color', 'rgb(244, 100, 106)')
  await bell(page).click()
  const list = panel(page).getByRole('list')
  await expect(list.getByRole('listitem')).toHaveCount(6)
  await expect(list.getByRole('listitem').first()).toContainText('Wren Songbird replied to your tweet')
  await expect(list).toHaveCSS('max-height', '256px')
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(256)
  expect(await list.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(256)

  // The reply gets the focus even if the panel fades out after the page has loaded.
  const line = await holdRequests(page, `**/tweet/id/${tweet._id}`)
  const link = list.getByRole('link').first()
  // Changing the speed while the panel is being positioned can leave it outside the window; hovering waits for it.
  await link.hover()
  await playAnimations(page, 0.01)
  await link.click()
  await expect(page.getByRole('status', { name: 'Loading tweet' })).toBeVisible()
  line.release()
  await expect(page.getByRole('main').getByText('At the lake')).toBeVisible()
  await playAnimations(page, 1)
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL((url) => url.pathname === tweetPath(tweet) && url.searchParams.has('comment'))
  const highlighted = page.getByRole('region', { name: 'Highlighted comment' })
  const marked = highlighted.locator('article[aria-current]')
  await expect(marked).toContainText('Reply 6')
  await expect(marked).toBeFocused()
  await expect(page.getByRole('article').filter({ hasText: /^.*Reply 6/ })).toHaveCount(1)
  await highlighted.getByRole('button', { name: 'Like comment, 0 likes' }).click()
  await expect(page.getByRole('button', { name: 'Like comment, 1 like', pressed: true })).toHaveCount(1)

  await bell(page).click()
  await list.getByRole('link', { name: 'Reply 5' }).click()
  await expect(marked).toContainText('Reply 5')
  await expect(panel(page)).toBeHidden()
  await expect(marked).toBeFocused()
})

test('notifications arrive live, and after a time in the background none is missing or duplicated', async ({
  page,
  site,
  signedIn,
  expectErrors,
}) => {
  const { client } = await site.signUp({ fullname: 'Wren Songbird' })
  await subscribe(signedIn.client, client)
  // The first answer was made before the first event but arrives after it.
  const answer = await holdAnswer(page, '**/api/notifications')
  await page.goto('/')
  await answer.isRead
  const event = page.evaluate(
    (stream) =>
      new Promise((resolve) => new EventSource(stream).addEventListener('notification', () => resolve(1))),
    addressOf(api.events.stream),
  )
  await subscribe(client, signedIn.client)
  await event
  answer.release()
  await expect(bell(page)).toHaveAccessibleName('Notifications (1)')

  // A page in the background closes its event stream.
  await setHidden(page, true)
  const news = await postTweet(client, 'News of the day')
  await setHidden(page, false)
  await expect(bell(page)).toHaveAccessibleName('Notifications (2)')
  const other = await site.signUp({ fullname: 'Robin Redbreast' })
  await subscribe(other.client, signedIn.client)
  await bell(page).click()
  const rows = panel(page).getByRole('listitem')
  await expect(rows.first()).toContainText('Robin Redbreast and 1 other subscribed to your channel')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Wren Songbird posted a new tweet')

  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(`/tweet/${news._id}`)
  // Showing the page and closing the panel both move the focus, which would close a panel that was reopened too
  // early.
  await expect(page.getByRole('heading', { level: 1, name: 'Tweet' })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notifications (1)')
  await bell(page).click()
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel(page).getByText("You're all caught up!")).toBeVisible()
  await expect(dot(page)).toHaveCount(0)
  await panel(page).getByRole('link', { name: 'View all notifications' }).click()
  await expect(page).toHaveURL('/notifications')
  const all = page.getByRole('main').getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(all).toHaveCount(2)
  await expect(all.getByText('Unread')).toHaveCount(0)
  await expectAccessible(page)
  await postTweet(client, 'One more')
  await expect(all).toHaveCount(3)
  await expect(all.first().getByText('Unread')).toBeAttached()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  // The session ends elsewhere, as with a suspension.
  expectErrors(refusal(401))
  await signedIn.client.call(api.signIn.logout)
  await expect(page).toHaveURL(/\/auth/)
})

test('notifications are chosen by kind in the settings and by channel with its bell', async ({
  page,
  site,
  signedIn,
}) => {
  const { person, client } = await site.signUp({ fullname: 'Wren Songbird' })
  await subscribe(signedIn.client, client)
  await page.goto('/notifications')
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  const likes = page.getByRole('checkbox', { name: 'Likes of what I posted' })
  await expect(likes).toBeChecked()
  await likes.uncheck()
  const digest = page.getByRole('combobox', { name: 'E-mail digest' })
  await expect(digest).toHaveValue('off')
  const isSaved = page.waitForResponse((response) => response.request().postDataJSON()?.digest === 'weekly')
  await digest.selectOption('Weekly')
  await isSaved
  await page.reload()
  await expect(likes).not.toBeChecked()
  await expect(digest).toHaveValue('weekly')

  await page.goto(`/profile/${person.username}`)
  const menu = page.getByRole('button', { name: /^Notifications of this channel/ })
  await menu.click()
  await expect(page.getByRole('menuitemradio', { name: 'All' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('menuitemradio', { name: 'None' }).click()
  await expect(menu).toHaveAccessibleName('Notifications of this channel: none')
  await expect(menu).toBeFocused()
  await page.reload()
  await expect(menu).toHaveAccessibleName('Notifications of this channel: none')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('a failure to load notifications or subscriptions is logged without a toast, and the former can be retried', async ({
  page,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.route('**/api/notifications', (route) => route.abort())
  await page.route('**/subscription/channel', (route) => route.abort())
  await page.goto('/')
  await bell(page).click()
  await expect(panel(page).getByText('Notifications could not be loaded.')).toBeVisible()
  await expect.poll(() => logged.join()).toContain('Notifications could not be loaded')
  await expect.poll(() => logged.join()).toContain('Subscriptions could not be loaded')
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await page.unroute('**/api/notifications')
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(panel(page).getByText("You're all caught up!")).toBeVisible()
})
