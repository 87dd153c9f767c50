import type { Locator, Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { refusal } from '../../account.ts'
import { expect, test } from '../../test.ts'
import { expectToast } from '../../toasts.ts'
import { type Creator, enterAs, holdRequests, watchPath } from '../../videos.ts'

const likeAddress = /\/like\/toggle-video-like\//
const subscriptionAddress = /\/subscription\/channel\/[^/]+$/
const like = (page: Page) => page.getByRole('button', { name: /^Like/ })
const dislike = (page: Page) => page.getByRole('button', { name: 'Dislike' })

/** Opens the page of the video and returns how many likes it has from other tests. */
async function openVideo(page: Page, { film, client }: Creator): Promise<number> {
  const { data } = await client.call(api.likes.videoLikes, { params: { videoId: film._id } })
  await page.goto(watchPath(film))
  await expectLikes(page, data.totalLikes, false)
  return data.totalLikes
}

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
  test.beforeEach(({ signedIn: _ }) => {})

  test('show at once and persist after a reload', async ({ page, creator }) => {
    const count = await openVideo(page, creator)
    const line = await holdRequests(page, likeAddress)
    await like(page).click()
    await expectLikes(page, count + 1, true)
    expect(line.bodies).toEqual([{ isLiked: true }])
    const answer = page.waitForResponse(likeAddress)
    line.release()
    await answer
    await page.reload()
    await expectLikes(page, count + 1, true)
    await like(page).click()
    await expectLikes(page, count, false)
  })

  test('are undone with a message when the call fails', async ({ page, creator, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    const count = await openVideo(page, creator)
    await page.route(likeAddress, (route) => route.abort())
    await like(page).click()
    await expectToast(page, 'Failed to toggle like')
    await expectLikes(page, count, false)
  })

  test('end in the state of the last of many quick clicks', async ({ page, creator }) => {
    const count = await openVideo(page, creator)
    const line = await holdRequests(page, likeAddress)
    await clickInARow(like(page), 4)
    await expectLikes(page, count, false)
    line.release()
    await expect.poll(() => line.bodies).toEqual([{ isLiked: true }, { isLiked: false }])
    const videoId = creator.film._id
    const likes = () => creator.client.call(api.likes.videoLikes, { params: { videoId } })
    await expect.poll(async () => (await likes()).data.totalLikes).toBe(count)
    await page.reload()
    await expectLikes(page, count, false)
  })

  test('are removed by a dislike, which is kept in this browser', async ({ page, creator }) => {
    const count = await openVideo(page, creator)
    await like(page).click()
    await expectLikes(page, count + 1, true)
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

  test('are restored when a dislike could not remove them', async ({ page, creator, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    const count = await openVideo(page, creator)
    const answer = page.waitForResponse(likeAddress)
    await like(page).click()
    await answer
    await page.route(likeAddress, (route) => route.abort())
    await dislike(page).click()
    await expectToast(page, 'Failed to dislike video')
    await expectDisliked(page, false)
    await expectLikes(page, count + 1, true)
  })
})

test.describe('subscriptions', () => {
  const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
  const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe', exact: true })
  const subscribed = (page: Page) => page.getByRole('button', { name: 'Subscribed', exact: true })

  const subscribers = (count: number) => `${count} ${count === 1 ? 'subscriber' : 'subscribers'}`

  test('show at once, are counted, and appear in the sidebar', async ({ page, creator, signedIn: _ }) => {
    const { film, person, client } = creator
    const { data } = await client.call(api.subscriptions.info, { params: { channelId: film.owner._id } })
    const count = data.totalSubscriber
    await page.goto(watchPath(film))
    await expect(page.getByText(subscribers(count), { exact: true })).toBeVisible()
    const line = await holdRequests(page, subscriptionAddress)
    await subscribe(page).click()
    await expect(subscribed(page)).toBeVisible()
    await expect(page.getByText(subscribers(count + 1), { exact: true })).toBeVisible()
    line.release()
    await expect(sidebar(page).getByText(person.fullname)).toBeVisible()
    await page.reload()
    await expect(subscribed(page)).toBeVisible()
    await expect(sidebar(page).getByText(person.fullname)).toBeVisible()

    line.hold()
    await subscribed(page).click()
    await expect(subscribe(page)).toBeVisible()
    await expect(page.getByText(subscribers(count), { exact: true })).toBeVisible()
    await expect(sidebar(page).getByText(person.fullname)).toBeHidden()
    line.release()
  })

  test('are undone with a message when the call fails', async ({
    page,
    creator,
    signedIn: _,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    await page.goto(watchPath(creator.film))
    await page.route(subscriptionAddress, (route) => route.abort())
    await subscribe(page).click()
    await expectToast(page, 'Failed to toggle subscription!')
    await expect(subscribe(page)).toBeVisible()
  })

  test('are undone with the server’s message when it refuses', async ({
    page,
    creator,
    signedIn: _,
    expectErrors,
  }) => {
    expectErrors(refusal(404))
    await page.goto(watchPath(creator.film))
    await page.route(subscriptionAddress, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/[^/]+$/, 'nobody'),
      }),
    )
    await subscribe(page).click()
    await expectToast(page, 'Channel not found')
    await expect(subscribe(page)).toBeVisible()
  })

  test('are not offered on one’s own channel', async ({ page, site, creator }) => {
    await enterAs(page, site, creator.client)
    await page.goto(watchPath(creator.film))
    await expect(like(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await expect(subscribe(page)).toHaveCount(0)
  })
})

test('a visitor is asked to sign in to like, dislike and subscribe', async ({ page, creator }) => {
  await page.goto(watchPath(creator.film))
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  for (const [button, message] of [
    [like(page), 'Please Sign in to like videos'],
    [dislike(page), 'Please Sign in to dislike videos'],
    [page.getByRole('button', { name: 'Subscribe' }), 'Please sign in to subscribe'],
  ] as const) {
    await button.click()
    await expectToast(page, message)
  }
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false')
})
