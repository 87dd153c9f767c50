import type { Locator } from '@playwright/test'
import { api } from '@vireo/contract'
import { expectNoSidewaysScroll } from '../../actions/account.ts'
import {
  cardOf,
  cards,
  chooseAction,
  lightbox,
  postTweet,
  shortenTweets,
  tweetListAddress,
  tweetPath,
} from '../../actions/tweets.ts'
import { enterAs, holdRequests } from '../../actions/videos.ts'
import { expectAccessible, openWithoutCalls } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const like = /^Like, /

test('skeletons are followed by cards, newest first, each 100 ms after the previous one', async ({
  page,
  manyTweets,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const line = await holdRequests(page, tweetListAddress)
  await page.goto('/tweets')
  await expect(page.getByRole('status', { name: 'Loading tweets' })).toBeVisible()
  line.release()
  await expect(cards(page)).toContainText(manyTweets.map(({ content }) => content).reverse())
  const delays = await page
    .getByRole('list', { name: 'Tweets' })
    .locator('> li')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item).animationDelay))
  // Cards below the screen have no delay.
  expect(delays).toEqual(['0s', '0.1s', '0.2s', '0.3s', '0.4s', '0.5s', '0.6s', '0.7s', '0s', '0s'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole('list', { name: 'Tweets' }).locator('> li').nth(5)).toHaveCSS(
    'animation-delay',
    '0s',
  )
})

/** Selects the beginning of a text by dragging over it. */
async function selectByMouse(text: Locator): Promise<void> {
  const page = text.page()
  const box = await text.boundingBox()
  if (!box) throw new Error('The text is not shown')
  await page.mouse.move(box.x + 1, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 8, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/\w/)
}

test('more tweets load on scrolling, pages that failed show an error with Retry, text can be selected, a click opens a tweet, and Back restores the scroll position', async ({
  page,
  manyTweets,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const [oldest] = manyTweets
  if (!oldest) throw new Error('There are no tweets')
  const first = await shortenTweets(page)
  await page.route(tweetListAddress, (route) => route.abort())
  await page.goto('/tweets')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch tweets. Please try again')
  await page.unroute(tweetListAddress)
  await shortenTweets(page)
  await page.route(/cursor=/, (route) => route.abort())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toHaveCount(first)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.mouse.wheel(0, 5000)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch tweets. Please try again')
  await page.unroute(/cursor=/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('That’s all for now.')).toBeAttached()
  await expect(cards(page)).toHaveCount(manyTweets.length)

  const card = cards(page).filter({ has: page.getByText(oldest.content, { exact: true }) })
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(1000)
  await selectByMouse(card.getByText(oldest.content))
  await expect(page).toHaveURL('/tweets')
  await card.getByText(oldest.content).click()
  await expect(page).toHaveURL(tweetPath(oldest))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.route(tweetListAddress, (route) => route.abort())
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(cards(page)).toHaveCount(manyTweets.length)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test('a card shows author, time, text and images and fits the narrowest phone; a like shows at once, and is undone when the call fails', async ({
  page,
  author,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED|status of 429/)
  const content = `Look @${signedIn.username}: #birds https://example.org/a?b=1 ${'long'.repeat(40)}\nمرحبا`
  const tweet = await postTweet(author.client, content, ['', '', 'A third one', ''])
  await postTweet(author.client, 'Only one image')
  await author.client.call(api.tweets.update, { params: { id: tweet._id }, body: { content: `${content}!` } })
  await page.goto('/tweets')
  const card = cardOf(page, 'مرحبا')
  await expect(card).toContainText(`Wren Author@${author.person.username}·just now·edited`)
  await expect(card.getByRole('link', { name: `@${signedIn.username}` })).toHaveAttribute(
    'href',
    `/profile/${signedIn.username}`,
  )
  await expect(card.getByRole('link', { name: 'https://example.org/a?b=1' })).toHaveAttribute(
    'rel',
    /nofollow/,
  )
  await expect(card.getByRole('link', { name: '#birds' })).toHaveAttribute(
    'href',
    '/search/?q=%23birds&type=tweets',
  )
  await expect(card.getByAltText('A third one')).toHaveJSProperty('complete', true)

  await expectImagesInColumns(card, cardOf(page, 'Only one image'))
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  const button = card.getByRole('button', { name: like })
  const line = await holdRequests(page, /toggle-tweet-like/)
  await button.click()
  await expect(button).toHaveAccessibleName('Like, 1 like')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  line.release()
  await expect.poll(() => line.bodies).toEqual([{ isLiked: true }])
  const stored = async () =>
    (await signedIn.client.call(api.tweets.get, { params: { id: tweet._id } })).data.tweet
  await expect.poll(stored).toMatchObject({ isLiked: true, likes: 1 })

  await page.unroute(/toggle-tweet-like/)
  await page.route(/toggle-tweet-like/, (route) => route.abort())
  await button.click()
  await expectToast(page, 'Error in toggle like')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  // The answer of a proxy in front of a busy site.
  await page.unroute(/toggle-tweet-like/)
  await page.route(/toggle-tweet-like/, (route) =>
    route.fulfill({ status: 429, json: { code: 'request.too-many', message: 'Too many' } }),
  )
  await button.click()
  await expectToast(page, "Can't handle this right now")
})

/** Four images are in two columns, a single one is large. */
async function expectImagesInColumns(four: Locator, one: Locator): Promise<void> {
  const boxes = async (of: Locator) =>
    Promise.all(
      (await of.getByRole('button', { name: /^Open image/ }).all()).map((each) => each.boundingBox()),
    )
  const [a, b, c, d] = await boxes(four)
  expect([a?.x, b?.x]).toEqual([c?.x, d?.x])
  expect([a?.y, c?.y]).toEqual([b?.y, d?.y])
  expect(b?.x).toBeGreaterThan(a?.x ?? 0)
  const [large] = await boxes(one)
  expect(large?.width).toBeGreaterThan(2 * (a?.width ?? 0))
}

test('a visitor can read tweets, share them and open their images with keys in a lightbox that Back closes, and signs in for anything else', async ({
  page,
  site,
  author,
}) => {
  const tweet = await postTweet(author.client, 'Three to look at', ['First', 'Second', ''])
  const card = cardOf(page, 'Three to look at')
  await openWithoutCalls(page, '/tweets', card)
  await expect(card.getByRole('button', { name: 'Tweet actions' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByText(`${site.origin}${tweetPath(tweet)}`)).toBeVisible()
  await expect(dialog.getByText('Three to look at')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const opener = card.getByRole('button', { name: 'Open image 2 of 3: Second' })
  await opener.press('Enter')
  const box = lightbox(page)
  await expect(box).toContainText('Image 2 of/ 3')
  await expect(box.getByRole('img', { name: 'Second' })).toHaveJSProperty('complete', true)
  await expect(box.getByText('Second', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect(box.getByRole('img', { name: 'First' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(box).toContainText('Image 3 of/ 3')
  await box.getByRole('button', { name: 'Next image' }).click()
  await expect(box).toContainText('Image 1 of/ 3')
  // The focus stays inside.
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Tab')
  await expect(box.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(box).toBeVisible()
  await page.goBack()
  await expect(box).toHaveCount(0)
  await expect(page).toHaveURL('/tweets')
  await expect(opener).toBeFocused()

  await card.getByRole('button', { name: like }).click()
  await expectToast(page, 'Please Sign in to like tweets')
  await expect(card.getByRole('button', { name: like })).toHaveAttribute('aria-pressed', 'false')
  await card.getByRole('link', { name: 'Wren Author', exact: true }).first().click()
  await expect(page).toHaveURL(`/auth/?next=${encodeURIComponent(`/profile/${author.person.username}`)}`)
})

test('the owner edits a tweet inline and deletes it after a confirmation, and failures keep the tweet and the typed text', async ({
  page,
  site,
  author,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const { _id } = await postTweet(author.client, 'With a tpyo')
  const reader = await site.signUp()
  await enterAs(page, site, author.client)
  await page.goto('/tweets')
  const card = cards(page).filter({ has: page.locator(`a[href="/tweet/${_id}"]`) })
  await chooseAction(page, card, 'Edit Tweet')
  const box = card.getByRole('textbox', { name: 'Edit tweet' })
  await expect(box).toBeFocused()
  await box.fill('  ')
  await expect(card.getByText('Content is required')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  await box.fill(`@${reader.person.username.slice(0, -1)}`)
  await expect(card.getByRole('listbox', { name: 'People' })).toContainText(reader.person.username)
  await box.fill('Without a typo')
  await page.route(/tweet\/update/, (route) => route.abort())
  await card.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update tweet')
  await expect(box).toHaveValue('Without a typo')
  await page.unroute(/tweet\/update/)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(box).toHaveCount(0)
  await expect(card).toContainText('edited')
  await expect(card).toContainText('Without a typo')
  await expect(card.getByRole('button', { name: 'Tweet actions' })).toBeFocused()

  await page.route(/tweet\/delete/, (route) => route.abort())
  const confirm = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this tweet?' })
  await chooseAction(page, card, 'Delete Tweet')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Failed to delete tweet')
  await expect(card).toBeVisible()

  await page.unroute(/tweet\/delete/)
  await chooseAction(page, card, 'Delete Tweet')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Tweet deleted successfully')
  await expect(card).toHaveCount(0)
  const { status } = await author.client.call(api.tweets.get, { params: { id: _id } })
  expect(status).toBe(404)
})
