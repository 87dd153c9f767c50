import type { Page } from '@playwright/test'
import { addressOf, api, type Video, type VideoProgress } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal } from '../../actions/account.ts'
import { accountMenu, sidebar, subscribe } from '../../actions/shell.ts'
import { postTweet, tweetListAddress } from '../../actions/tweets.ts'
import { picture } from '../../actions/upload.ts'
import { cardOf, cards, enterAs, holdRequests, shortenPages, videoListAddress } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import type { Person } from '../../support/site.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
const counts = (page: Page) => main(page).getByRole('list', { name: 'Counts' }).getByRole('listitem')
const channelAddress = /\/user\/channel\//
const profilePath = ({ username }: Person) => `/profile/${username}`
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })

async function openMenu(page: Page, title: string, item: string): Promise<void> {
  await cardOf(page, title).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a visitor who follows a card’s link sees skeletons, then the person and their public videos; a failed list has a Retry button', async ({
  page,
  owner,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const { person, shown } = owner
  const line = await holdRequests(page, channelAddress)
  await page.goto('/')
  await expect(cardOf(page, shown.title)).toBeVisible()
  await page.route(videoListAddress, (route) => route.abort())
  await cardOf(page, shown.title).getByRole('link', { name: person.fullname }).last().click()
  await expect(page).toHaveURL(profilePath(person))
  // While the profile loads, the home page's videos must not be shown in its place.
  await expect(main(page).getByRole('status', { name: 'Loading profile' })).toBeVisible()
  await expect(main(page).getByRole('status', { name: 'Loading videos' })).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  line.release()
  await expect(heading(page)).toHaveText(person.fullname)
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(`${person.fullname} · Vireo`)
  await expect(main(page).getByText(`@${person.username}`, { exact: true })).toBeVisible()
  await expect(counts(page)).toHaveText(['0 subscribers', '0 subscriptions', '1 video'])
  const bio = `Hello friends, I'm ${person.fullname}. Follow for more content.`
  await expect(main(page).getByText(bio, { exact: true })).toBeVisible()
  await expect(main(page).getByText('West Bengal, India', { exact: true })).toBeVisible()
  await expect(main(page).getByText(`Joined ${monthAndYear.format(new Date())}`)).toBeVisible()
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('Failed to fetch videos. Please try again')
  await page.unroute(videoListAddress)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(cardOf(page, shown.title)).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)

  await main(page).getByRole('button', { name: 'Subscribe' }).click()
  await expectToast(page, 'Please sign in to subscribe')
  await expect(counts(page).first()).toHaveText('0 subscribers')
  await expectAccessible(page)

  await main(page).getByRole('button', { name: 'Feeds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Follow in another app' })
  await expectAccessible(page)
  const address = await dialog
    .getByLabel('Videos, for podcast apps and feed readers', { exact: true })
    .inputValue()
  expect((await page.request.get(address)).headers()['content-type']).toContain('application/rss+xml')
  await dialog.getByRole('button', { name: 'Copy the address: Tweets, for feed readers' }).click()
  await expectToast(page, 'Address copied')
  await page.keyboard.press('Escape')
  await expect(main(page).getByRole('button', { name: 'Feeds' })).toBeFocused()
})

test('a subscribed member sees it, unsubscribes and subscribes again; their own empty profile suggests a next step', async ({
  page,
  owner,
  signedIn,
}) => {
  await subscribe(signedIn.client, owner.client)
  await page.goto(profilePath(owner.person))
  const button = main(page).getByRole('button', { name: /^Subscribe/ })
  const inSidebar = sidebar(page).getByText(owner.person.fullname)
  await expect(button).toHaveAccessibleName('Subscribed')
  await expect(counts(page).first()).toHaveText('1 subscriber')
  await expect(inSidebar).toBeVisible()
  await button.click()
  await expect(counts(page).first()).toHaveText('0 subscribers')
  await expect(inSidebar).toHaveCount(0)
  const subscribed = page.waitForResponse((response) => response.request().postDataJSON()?.isSubscribed)
  await button.click()
  await subscribed
  await expect(counts(page).first()).toHaveText('1 subscriber')
  await expect(inSidebar).toBeVisible()

  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Go to Profile' }).click()
  await expect(page).toHaveURL(profilePath(signedIn))
  await expect(counts(page)).toHaveText(['0 subscribers', '1 subscription', '0 public videos'])
  await expect(main(page).getByText('You have no videos yet.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Upload a video' })).toHaveAttribute(
    'href',
    '/upload-video',
  )
  await main(page).getByRole('tab', { name: 'Tweets' }).click()
  await expect(main(page).getByText('You have no tweets yet.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Create a tweet' })).toHaveAttribute(
    'href',
    '/create-tweet',
  )
})

/** Mocks a video that has failed and, after Retry, is processed until `finish` is called. */
async function fakeProcessing(page: Page, video: Video) {
  const { _id } = video
  let state: VideoProgress = {
    _id,
    status: 'failed',
    progress: 0,
    isPlayable: false,
    failure: 'The file ends too early',
  }
  await page.route(videoListAddress, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const docs = answer.data.docs.map((other: Video) => (other._id === _id ? { ...other, ...state } : other))
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, docs } } })
  })
  await page.route(/\/video\/retry\//, (route) => {
    state = { ...state, status: 'processing', progress: 42, failure: '' }
    const data = { ...video, ...state, title: `${video.title} ${'W'.repeat(150)}` }
    return route.fulfill({ json: { statuscode: 200, message: '', data, success: true } })
  })
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>()
  // Each event stream sends one event and ends; the page reconnects for the next.
  await page.route(`**${addressOf(api.events.stream)}`, async (route) => {
    const isRunning = state.status === 'processing'
    if (isRunning && state.progress < 57)
      state = { ...state, progress: 57, estimate: { place: null, secondsLeft: 180 } }
    else if (isRunning) {
      await mayFinish
      state = { ...state, status: 'ready', progress: 100, isPlayable: true }
    }
    const body = `retry: 1500\n\n${isRunning ? `event: video-progress\ndata: ${JSON.stringify(state)}\n\n` : ''}`
    await route.fulfill({ contentType: 'text/event-stream', body })
  })
  return { finish }
}

test('the owner sees hidden videos with their badges and why processing failed, tries it again, and edits the profile', async ({
  page,
  site,
  owner,
}) => {
  const { person, client, shown } = owner
  const { finish } = await fakeProcessing(page, shown)
  await enterAs(page, site, client)
  await page.goto(profilePath(person))
  await expect(cards(page)).toHaveCount(3)
  await expect(cardOf(page, owner.unlisted.title).getByText('Unlisted')).toBeVisible()
  await expect(cardOf(page, owner.hidden.title).getByText('Private')).toBeVisible()
  await expect(counts(page).last()).toHaveText('1 public video')
  await expect(main(page).getByRole('button', { name: /^Subscribe/ })).toHaveCount(0)

  const card = page.getByRole('article').filter({ hasText: shown.title })
  const item = main(page).getByRole('listitem').filter({ has: card })
  await expect(item.getByText('Processing failed: The file ends too early')).toBeVisible()
  await expect(item.getByText('Failed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await item.getByRole('button', { name: 'Retry' }).click()
  await expect(item.getByText('The file ends too early')).toBeHidden()
  // The progress is shown live.
  await expect(item.getByText('Processing 57%')).toBeVisible()
  await expect(item.getByText('About 3 minutes left')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Your videos in processing' })
  await expect(panel).toContainText(shown.title)
  finish()
  // However long the title, the end of the sentence is visible.
  await expect(panel.getByText('is ready', { exact: true })).toBeInViewport()
  await expect(item.getByText(/^Processing/)).toBeHidden()

  await main(page).getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL('/settings')
  await page.getByLabel('Bio').fill('Sings at dawn.\nhttps://example.org/songs')
  await page.getByLabel('Location').fill('A hedge')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Your details updated successfully')
  await page.goBack()
  await expect(main(page).getByText('Sings at dawn.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'https://example.org/songs' })).toBeVisible()
  await expect(main(page).getByText('A hedge')).toBeVisible()
  await client.call(api.accounts.updateAccount, { body: { bio: '', location: '' } })
})

test('each tab has an address and is reached by click, key and Back; long words, other scripts and emoji fit 320 px', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const { person, client } = await site.signUp({ fullname: 'عبدالرحمن سليمان' })
  const bio = `${'Donaudampfschiffahrt'.repeat(10)} 🐦🐦🐦 مرحبا`
  await client.call(api.accounts.updateAccount, { body: { bio, location: 'ب'.repeat(80) } })
  await postTweet(client, 'Stood in the reeds all day')
  const path = profilePath(person)
  const tab = (name: string) => main(page).getByRole('tab', { name })
  const tweets = main(page).getByRole('list', { name: 'Tweets' })

  await page.route(tweetListAddress, (route) => route.abort())
  await page.goto(`${path}/tweets`)
  await expect(tab('Tweets')).toHaveAttribute('aria-selected', 'true')
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('Failed to fetch tweets. Please try again')
  await page.unroute(tweetListAddress)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(tweets.getByRole('article')).toHaveText(/Stood in the reeds all day/)
  await expectAccessible(page)

  await tab('Videos').click()
  await expect(page).toHaveURL(path)
  await expect(main(page).getByText('No videos yet.')).toBeVisible()
  await expect(tab('Videos')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${path}/tweets`)
  await expect(tab('Tweets')).toBeFocused()
  await expect(tweets).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect(tab('Videos')).toHaveAttribute('aria-selected', 'true')
  await expect(tweets).toHaveCount(0)

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(heading(page)).toHaveText(person.fullname)
  await expectNoSidewaysScroll(page)
})

test('the owner’s video is edited in a dialog that shows errors and keeps typed text, and is deleted', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const { person, client } = await site.signUp()
  const { _id } = await site.addVideo({ person, client }, { title: 'A draft title' })
  await enterAs(page, site, client)
  await page.goto(profilePath(person))
  await openMenu(page, 'A draft title', 'Edit Video')
  const dialog = page.getByRole('dialog', { name: 'Edit Video' })
  const longTitle = 'W'.repeat(200)
  const title = dialog.getByLabel('Title')
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(title).toHaveValue('A draft title')
  await expect(title).toBeFocused()
  await expect(save).toBeDisabled()
  // A phone with its keyboard open: the fields scroll between the title and the buttons.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 420 })
  await expect(save).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 })
  if (size) await page.setViewportSize(size)
  await expectAccessible(page)
  await title.fill('  ')
  await title.press('Enter')
  await expect(dialog.getByText('Video title is required')).toBeVisible()
  await title.fill('x'.repeat(201))
  await expect(dialog.getByText('Video title must be at most 200 characters')).toBeVisible()
  await dialog
    .getByLabel('Thumbnail')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(dialog.getByText('This is not a JPG, PNG or GIF picture. Choose another one.')).toBeVisible()

  await title.fill(longTitle)
  await page.keyboard.press('Escape')
  const discard = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByLabel('Description').fill('With words')
  await dialog.getByRole('button', { name: 'Pick a frame' }).click()
  await dialog.getByRole('radio', { name: 'Frame 2 of 6' }).check()
  const preview = dialog.getByAltText('Preview of the new thumbnail')
  await expect(preview).not.toHaveJSProperty('naturalWidth', 0)
  await dialog.getByLabel('Thumbnail').setInputFiles(picture)
  await expect(preview).toHaveJSProperty('naturalWidth', 512)
  await dialog.getByRole('radio', { name: 'Private' }).check()
  await page.route(/\/video\/id\//, (route) => route.abort())
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('Network error, please try again.')
  await expect(title).toHaveValue(longTitle)
  await page.unroute(/\/video\/id\//)
  await save.click()
  await expectToast(page, 'Video updated successfully')
  await expect(dialog).toBeHidden()
  const card = cardOf(page, longTitle)
  await expect(card.getByText('Private')).toBeVisible()
  await expect(card.getByRole('button', { name: 'More actions' })).toBeFocused()
  await expect(counts(page).last()).toHaveText('0 public videos')
  const { data } = await client.call(api.videos.get, { params: { id: _id } })
  expect(data).toMatchObject({ title: longTitle, description: 'With words', visibility: 'private' })

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(card).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await openMenu(page, longTitle, 'Delete Video')
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this video?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Video deleted successfully')
  await expect(main(page).getByText('You have no videos yet.')).toBeVisible()
})

test('an unknown profile or tab has a not-found page, and a username is found in any case, even after a lost connection', async ({
  page,
  owner,
  expectErrors,
}) => {
  expectErrors(refusal(404))
  expectErrors(/ERR_FAILED/)
  await page.goto('/profile/%F0%9F%90%A6%2F..')
  await expect(heading(page)).toHaveText('Profile not found')
  await expect(page).toHaveTitle('Profile not found · Vireo')
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`${profilePath(owner.person)}/nothing`)
  await expect(heading(page)).toHaveText('Oops! Page not found')

  await page.route(channelAddress, (route) => route.abort())
  await page.goto(profilePath(owner.person).toUpperCase().replace('PROFILE', 'profile'))
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText('This profile could not be loaded. Please try again')
  await page.unroute(channelAddress)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(profilePath(owner.person))
  await expect(heading(page)).toHaveText(owner.person.fullname)
})

test('on a phone more videos load on scrolling until the end of the list', async ({ page, manyVideos }) => {
  await shortenPages(page)
  await page.goto(`/profile/${manyVideos[0]?.owner.username}`)
  await expect(cards(page).first()).toContainText(manyVideos.at(-1)?.title ?? '')
  await expectNoSidewaysScroll(page)
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(manyVideos.length)
  await expect(main(page).getByText('That’s all for now.')).toBeVisible()
})
