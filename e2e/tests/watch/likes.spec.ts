import type { Locator, Page, Route } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { refusal } from '../../actions/account.ts'
import { playAnimations, subscribe } from '../../actions/shell.ts'
import { type Creator, holdRequests, watchPath } from '../../actions/videos.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const likeAddress = /\/like\/toggle-video-like\//
const subscriptionAddress = /\/subscription\/channel\/[^/]+$/
const unknownChannel = (route: Route) =>
  route
    .request()
    .url()
    .replace(/[^/]+$/, 'nobody')
const like = (page: Page) => page.getByRole('button', { name: /^Like/ })
const dislike = (page: Page) => page.getByRole('button', { name: 'Dislike' })

const likesOf = async ({ client }: Pick<Creator, 'client'>, { film }: Creator) =>
  (await client.call(api.likes.videoLikes, { params: { videoId: film._id } })).data

async function expectLikes(page: Page, count: number, isLiked: boolean): Promise<void> {
  await expect(like(page)).toHaveText(`Like${count}`)
  await expect(like(page)).toHaveAttribute('aria-pressed', String(isLiked))
}

const expectDisliked = (page: Page, isDisliked: boolean) =>
  expect(dislike(page)).toHaveAttribute('aria-pressed', String(isDisliked))

/** Clicks repeatedly, without time for timers or a frame between two clicks. */
const clickInARow = (button: Locator, times: number) =>
  button.evaluate(async (element: HTMLElement, count) => {
    const { port1, port2 } = new MessageChannel()
    for (let click = 0; click < count; click++) {
      element.click()
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
    }
  }, times)

test.describe('likes', () => {
  test('show at once, are undone with a message when the call fails, and follow the last of many quick clicks', async ({
    page,
    creator,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    // Likes by other tests.
    const { totalLikes: count } = await likesOf(signedIn, creator)
    await page.goto(watchPath(creator.film))
    await expectLikes(page, count, false)
    await page.route(likeAddress, (route) => route.abort())
    await like(page).click()
    await expectToast(page, 'Failed to toggle like')
    await expectLikes(page, count, false)
    await page.unroute(likeAddress)

    const line = await holdRequests(page, likeAddress)
    await clickInARow(like(page), 4)
    await expectLikes(page, count, false)
    const last = page.waitForResponse((response) => response.request().postDataJSON()?.isLiked === false)
    line.release()
    await last
    expect(line.bodies).toEqual([{ isLiked: true }, { isLiked: false }])
    expect(await likesOf(signedIn, creator)).toEqual({ isLiked: false, totalLikes: count })
    await expectLikes(page, count, false)

    line.hold()
    await like(page).click()
    await expectLikes(page, count + 1, true)
    await expect.poll(() => line.bodies.slice(2)).toEqual([{ isLiked: true }])
    const answer = page.waitForResponse(likeAddress)
    line.release()
    await answer
    expect(await likesOf(signedIn, creator)).toEqual({ isLiked: true, totalLikes: count + 1 })
    await like(page).click()
    await expectLikes(page, count, false)
  })

  test('are known when the page loads, and removed by a dislike, which is kept in this browser', async ({
    page,
    creator,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    const { totalLikes: count } = await likesOf(signedIn, creator)
    const params = { videoId: creator.film._id }
    await signedIn.client.call(api.likes.toggleVideo, { params, body: { isLiked: true } })
    await page.goto(watchPath(creator.film))
    await expectLikes(page, count + 1, true)
    // A like is restored when the dislike could not remove it.
    await page.route(likeAddress, (route) => route.abort())
    await dislike(page).click()
    await expectToast(page, 'Failed to dislike video')
    await expectDisliked(page, false)
    await expectLikes(page, count + 1, true)
    await page.unroute(likeAddress)

    const answer = page.waitForResponse((response) => response.request().postDataJSON()?.isLiked === false)
    await dislike(page).click()
    await expectDisliked(page, true)
    await expectLikes(page, count, false)
    await answer
    await page.reload()
    await expectDisliked(page, true)
    await expectLikes(page, count, false)
    await like(page).click()
    await expectDisliked(page, false)
    await expectLikes(page, count + 1, true)
  })
})

test('clicks on Like and Subscribe are sent as soon as the session is known', async ({
  page,
  creator,
  signedIn: _,
}) => {
  const line = await holdRequests(page, `**${addressOf(api.accounts.currentUser)}`)
  line.release()
  await page.goto(watchPath(creator.film))
  await dislike(page).click()
  await expectDisliked(page, true)

  line.hold()
  await page.reload()
  // The last of several clicks counts.
  await dislike(page).click()
  await like(page).dblclick()
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false')
  line.release()
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Subscribed', exact: true })).toBeVisible()
  const bell = page.getByRole('button', { name: /^Notifications of this channel/ })
  await expect(bell).toBeVisible()
  // The like removed the earlier dislike, so this is a new one.
  await dislike(page).click()
  await expectDisliked(page, true)
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false')

  // The bell does not wait for the session either: it would move the buttons beside it under the pointer.
  line.hold()
  await page.reload()
  await expect(bell).toBeVisible()
  line.release()
})

test('subscriptions show at once, are counted and appear in the sidebar, and are undone with a message when refused; Undo restores one with its bell', async ({
  page,
  creator: { film, person, client },
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  expectErrors(refusal(404))
  const params = { channelId: film.owner._id }
  const { data: before } = await client.call(api.subscriptions.info, { params })
  const count = before.totalSubscriber
  const subscribers = (number: number) =>
    page.getByText(`${number} ${number === 1 ? 'subscriber' : 'subscribers'}`, { exact: true })
  const inSidebar = page.getByRole('complementary', { name: 'Sidebar' }).getByText(person.fullname)
  const button = page.getByRole('button', { name: 'Subscribe', exact: true })
  const pressed = page.getByRole('button', { name: 'Subscribed', exact: true })
  await subscribe(signedIn.client, client)
  await page.goto(watchPath(film))
  await expect(pressed).toBeVisible()
  await expect(subscribers(count + 1)).toBeVisible()
  await expect(inSidebar).toBeVisible()

  const line = await holdRequests(page, subscriptionAddress)
  await pressed.click()
  await expect(button).toBeVisible()
  await expect(subscribers(count)).toBeVisible()
  await expect(inSidebar).toBeHidden()
  const ended = page.waitForResponse(
    (response) => subscriptionAddress.test(response.url()) && response.request().method() === 'POST',
  )
  line.release()
  await ended
  await expectToast(page, 'UnsubscribedUndo')

  const refusals = [
    [(route: Route) => route.abort(), 'Failed to toggle subscription!'],
    [(route: Route) => route.continue({ url: unknownChannel(route) }), 'Channel not found'],
  ] as const
  for (const [refuse, message] of refusals) {
    await page.route(subscriptionAddress, refuse)
    await button.click()
    await expectToast(page, message)
    await expect(button).toBeVisible()
    await page.unroute(subscriptionAddress, refuse)
  }

  line.hold()
  await button.click()
  await expect(pressed).toBeVisible()
  await expect(subscribers(count + 1)).toBeVisible()
  line.release()
  await expect(inSidebar).toBeVisible()
  const stored = async () => (await signedIn.client.call(api.subscriptions.info, { params })).data
  await expect.poll(stored).toMatchObject({ isSubscribed: true, totalSubscriber: count + 1 })

  await signedIn.client.call(api.subscriptions.setBell, { params, body: { bell: 'none' } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications of this channel: none' })).toBeVisible()
  // Slows the toast down, so that it stays until its button is pressed.
  await playAnimations(page, 0.02)
  await pressed.click()
  const message = toast(page, 'Unsubscribed')
  await expect(message.getByRole('progressbar')).toHaveCSS('animation-duration', '3s')
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(pressed).toBeVisible()
  await expect(inSidebar).toBeVisible()
  await expect.poll(stored).toMatchObject({ isSubscribed: true, bell: 'none' })
  await expect(page.getByRole('button', { name: 'Notifications of this channel: none' })).toBeVisible()
})
