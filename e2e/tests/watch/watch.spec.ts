import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, forgetSession, refusal } from '../../account.ts'
import { expectAccessible } from '../../fixtures.ts'
import { player, watch } from '../../player.ts'
import { expect, test } from '../../test.ts'
import { expectToast } from '../../toasts.ts'
import { enterAs, holdRequests, listOnly, publishVideo, waitForVideo, watchPath } from '../../videos.ts'
import { addComment, expectPlaying, menuButton, type Stage, timeOf, title } from '../../watch.ts'

const main = (page: Page) => page.getByRole('main')
const related = (page: Page) => page.getByRole('region', { name: 'Related videos' })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const videoAddress = ({ film }: Pick<Stage, 'film'>) => `**/api/v1/video/id/${film._id}`
const relatedAddress = /\/video\?.*sortBy=views/
const unknownId = '01900000-0000-7000-8000-000000000000'

test.beforeEach(({ page, stage }) => listOnly(page, stage.film))

test.describe('the watch page shows', () => {
  test('title, owner, counts, age and description', async ({ page, stage: { film, person } }) => {
    await page.goto(watchPath(film))
    await expect(title(page)).toHaveText(film.title)
    await expect(page).toHaveTitle(`${film.title} · Vireo`)
    const owner = main(page).getByRole('link', { name: person.fullname })
    const profile = `/profile/${person.username}`
    // The avatar leads a visitor to sign in, the name to the profile.
    await expect(owner.first()).toHaveAttribute('href', `/auth/?next=${encodeURIComponent(profile)}`)
    await expect(owner.nth(1)).toHaveAttribute('href', profile)
    await expect(main(page).getByText(/^\d+ subscribers?$/)).toBeVisible()
    await expect(
      main(page)
        .getByText(/^\d+ views?/)
        .first(),
    ).toContainText(/ago|just now/)
    await expect(main(page).getByRole('heading', { name: /^\d+ comments?$/ })).toBeVisible()
    await expect(main(page).getByText('The first line, with <b>tags</b> & signs as typed.')).toBeVisible()
  })

  test('the whole description on demand, with safe links and timestamps that seek', async ({
    page,
    stage,
  }) => {
    await watch(page, stage.film)
    const text = main(page).getByText('The last line.')
    const isCut = () => text.evaluate((element) => element.scrollHeight > element.clientHeight)
    await expect.poll(isCut).toBe(true)
    await button(page, 'Show more').click()
    await expect(button(page, 'Show less')).toHaveAttribute('aria-expanded', 'true')
    expect(await isCut()).toBe(false)
    const link = main(page).getByRole('link', { name: 'https://example.org/a?b=1&c=2' })
    await expect(link).toHaveAttribute('href', 'https://example.org/a?b=1&c=2')
    await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
    await expect(text.getByRole('button', { name: '9:59' })).toBeHidden()
    await text.getByRole('button', { name: '0:16' }).click()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(15.5)
    await expectPlaying(page)
    await button(page, 'Show less').click()
    await expect(button(page, 'Show more')).toBeVisible()
  })

  test('the most viewed other videos beside the player, after five placeholders', async ({ page, stage }) => {
    await waitForVideo(stage.client, stage.short._id, ({ thumbnail }) => thumbnail !== null)
    const line = await holdRequests(page, relatedAddress)
    await page.goto(watchPath(stage.film))
    await expect(title(page)).toBeVisible()
    await expect(
      related(page).getByRole('status', { name: 'Loading related videos' }).locator('> *'),
    ).toHaveCount(5)
    line.release()
    const short = related(page).getByRole('article').filter({ hasText: stage.short.title })
    await expect(short).toContainText(stage.person.fullname)
    await expect(short).toContainText(/\d+ views?/)
    const picture = short.locator('picture img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await expect(related(page).getByText(stage.film.title)).toHaveCount(0)
  })

  test('whether a video is unlisted or private', async ({ page, site, stage: { client } }) => {
    const secret = await publishVideo(client, { title: 'A secret', visibility: 'private' })
    const hidden = await publishVideo(client, { title: 'For friends', visibility: 'unlisted' })
    await page.goto(watchPath(hidden))
    await expect(main(page).getByText('Unlisted', { exact: true })).toBeVisible()
    await enterAs(page, site, client)
    await page.goto(watchPath(secret))
    await expect(main(page).getByText('Private', { exact: true })).toBeVisible()
  })
})

test('a related video plays in the same player, with the focus on its title at the top', async ({
  page,
  stage,
}) => {
  await watch(page, stage.film)
  const media = player(page).region.locator('video')
  await media.evaluate((element) => element.setAttribute('data-same', ''))
  await related(page).getByRole('link', { name: stage.short.title }).click()
  await expect(page).toHaveURL(watchPath(stage.short))
  await expect(title(page)).toHaveText(stage.short.title)
  await expect(title(page)).toBeFocused()
  await expect(page).toHaveTitle(`${stage.short.title} · Vireo`)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(media).toHaveAttribute('data-same', '')
  const durationOf = () => media.evaluate((element: HTMLVideoElement) => element.duration)
  await expect.poll(durationOf).toBeCloseTo(stage.short.duration, 1)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
  await expect(related(page).getByText(stage.film.title)).toBeVisible()
  await page.goBack()
  await expect(title(page)).toHaveText(stage.film.title)
  await expect.poll(durationOf).toBeGreaterThan(20)
})

test('in theatre mode the player is as wide as the page, and that is remembered', async ({ page, stage }) => {
  await watch(page, stage.film)
  const width = async () => (await player(page).region.boundingBox())?.width ?? 0
  const whole = (await main(page).boundingBox())?.width ?? 0
  expect(await width()).toBeLessThan(whole * 0.7)
  await page.keyboard.press('t')
  await expect.poll(width).toBe(whole)
  await expectPlaying(page)
  await page.reload()
  await expect.poll(width).toBe(whole)
  await page.keyboard.press('t')
  await expect.poll(width).toBeLessThan(whole * 0.7)
})

test.describe('visitors', () => {
  test('are asked to sign in by a message specific to each action', async ({ page, stage }) => {
    await page.goto(watchPath(stage.film))
    await button(page, 'Dislike').click()
    await expectToast(page, 'Please Sign in to dislike videos')
    await main(page)
      .getByRole('button', { name: /^Like\W*\d/ })
      .click()
    await expectToast(page, 'Please Sign in to like videos')
    await button(page, 'Subscribe').click()
    await expectToast(page, 'Please sign in to subscribe')
  })

  test('go to sign in for a download, and come back', async ({ page, stage }) => {
    await page.goto(watchPath(stage.film))
    await button(page, 'Download').click()
    await expect(page).toHaveURL(`/auth/?next=${encodeURIComponent(watchPath(stage.film))}`)
  })
})

test.describe('a download', () => {
  test.beforeEach(({ signedIn: _ }) => {})

  test('is prepared and then starts by itself', async ({ page, stage }) => {
    await page.goto(watchPath(stage.short))
    const line = await holdRequests(page, /\/video\/download\//)
    const started = page.waitForEvent('download')
    await button(page, 'Download').click()
    await expect(main(page).getByRole('button', { name: 'Processing...' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    line.release()
    await expectToast(page, 'Download started', { timeout: 30_000 })
    expect((await started).suggestedFilename()).toBe(`${stage.short.title}.mp4`)
    await expect(button(page, 'Download')).toBeVisible()
    await expect(page).toHaveURL(watchPath(stage.short))
  })

  test('that fails shows the server’s message', async ({ page, stage, expectErrors }) => {
    expectErrors(refusal(409))
    const message = 'This video is still being processed'
    await page.route(/\/video\/download\//, (route) =>
      route.fulfill({
        status: 409,
        json: { statuscode: 409, message, data: null, success: false, code: 'video.processing' },
      }),
    )
    await page.goto(watchPath(stage.short))
    await button(page, 'Download').click()
    await expectToast(page, message)
    await expect(button(page, 'Download')).toBeVisible()
  })
})

test('the menu saves to a playlist, hides and reports, and Delete Video for the owner leads home', async ({
  page,
  site,
  stage: { film, client },
  expectErrors,
}) => {
  // Requests that were still running when the video was deleted.
  expectErrors(refusal(404))
  const { client: viewer } = await site.signUp()
  await enterAs(page, site, viewer)
  await page.goto(watchPath(film))
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Save to playlist' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Watch later' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await menuButton(page).click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await page.getByRole('menuitem', { name: 'Not interested' }).click()
  await expectToast(page, 'Hidden from')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(page.getByRole('dialog', { name: 'Do you want to report this video?' })).toBeVisible()
  const doomed = await publishVideo(client, { title: 'Not for long' })
  await forgetSession(page)
  await enterAs(page, site, client)
  await page.goto(watchPath(doomed))
  await expect(main(page).getByRole('button', { name: /^Subscribe/ })).toHaveCount(0)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Delete Video' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Video deleted successfully')
  await expect(page).toHaveURL('/')
})

test.describe('when something cannot be shown', () => {
  test('a video that does not exist has a not-found page with a link home', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(refusal(404))
    for (const id of [unknownId, 'nonsense']) {
      await page.goto(`/watch/${id}`)
      await expectToast(page, 'Failed to fetch video')
      await expect(title(page)).toHaveText('Video not found')
    }
    await main(page).getByRole('link', { name: /home/i }).click()
    await expect(page).toHaveURL('/')
  })

  test('another person’s private video looks like one that does not exist', async ({
    page,
    stage,
    expectErrors,
  }) => {
    expectErrors(refusal(404))
    const secret = await publishVideo(stage.client, { title: 'Mine alone', visibility: 'private' })
    await page.goto(watchPath(secret))
    await expect(title(page)).toHaveText('Video not found')
  })

  test('a failed call can be tried again', async ({ page, stage, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    await page.route(videoAddress(stage), (route) => route.abort())
    await page.goto(watchPath(stage.film))
    await expect(main(page).getByRole('alert')).toContainText('Failed to fetch video', { timeout: 20_000 })
    await page.unroute(videoAddress(stage))
    await main(page).getByRole('button', { name: 'Retry' }).click()
    await expect(title(page)).toHaveText(stage.film.title)
  })

  test('a failed list of related videos shows an error, and the video plays nevertheless', async ({
    page,
    stage,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    await page.route(relatedAddress, (route) => route.abort())
    await watch(page, stage.film)
    await expect(related(page).getByRole('alert')).toContainText('Failed to fetch related videos', {
      timeout: 20_000,
    })
    await page.unroute(relatedAddress)
    await related(page).getByRole('button', { name: 'Retry' }).click()
    await expect(related(page).getByText(stage.short.title)).toBeVisible()
  })
})

test.describe('one’s own video that is not ready', () => {
  /** Changes the server's answer, as if the video were in this state. */
  async function overrideVideo(page: Page, stage: Stage, changes: () => object | undefined) {
    await page.route(videoAddress(stage), async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...changes() } } })
    })
  }
  const unplayable = { isPlayable: false, hls: null, videofile: null, renditions: [] }

  test('shows the progress of processing and starts by itself', async ({ page, site, stage }) => {
    let changes: object | undefined = { ...unplayable, status: 'processing', progress: 42 }
    await overrideVideo(page, stage, () => changes)
    await enterAs(page, site, stage.client)
    await page.goto(watchPath(stage.film))
    await expect(player(page).region.getByText('This video is still being processed')).toBeVisible()
    await expect(player(page).region.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42')
    changes = undefined
    await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(0)
  })

  test('shows why processing failed, and Retry starts it again', async ({ page, site, stage }) => {
    let changes: object = { ...unplayable, status: 'failed', failure: 'The file ends too early' }
    await overrideVideo(page, stage, () => changes)
    await page.route(/\/video\/retry\//, (route) => {
      changes = { ...unplayable, status: 'uploaded', progress: 0 }
      const data = { ...stage.film, ...changes }
      return route.fulfill({ json: { statuscode: 200, message: '', data, success: true } })
    })
    await enterAs(page, site, stage.client)
    await page.goto(watchPath(stage.film))
    const notice = main(page).getByRole('alert').filter({ hasText: 'The file ends too early' })
    await notice.getByRole('button', { name: 'Retry' }).click()
    await expect(notice).toBeHidden()
    await expect(player(page).region.getByText('This video is still being processed')).toBeVisible()
  })
})

test.describe('layout', () => {
  const box = async (page: Page, name: 'player' | 'related' | 'comments') => {
    const places = {
      player: player(page).region,
      related: related(page),
      comments: main(page).getByRole('heading', { name: /comments?$/ }),
    }
    const found = await places[name].boundingBox()
    if (!found) throw new Error(`${name} is not there`)
    return found
  }

  test('is two thirds and one third from 1024 px, at least 320 px for the list', async ({ page, stage }) => {
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(watchPath(stage.film))
      await expect(title(page)).toBeVisible()
      const [left, right] = [await box(page, 'player'), await box(page, 'related')]
      expect(right.width).toBeGreaterThanOrEqual(320)
      expect(right.x).toBeGreaterThan(left.x + left.width)
      if (width === 1440) expect(left.width / right.width).toBeCloseTo(2, 1)
      await expectNoSidewaysScroll(page)
    }
  })

  test('is one column on phones: the player from edge to edge, the list before the comments', async ({
    page,
    stage,
    signedIn: _,
  }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 })
      await page.goto(watchPath(stage.film))
      await expect(related(page).getByRole('article').first()).toBeVisible()
      expect(await box(page, 'player')).toMatchObject({ x: 0, width })
      expect((await box(page, 'comments')).y).toBeGreaterThan((await box(page, 'related')).y)
      await expectNoSidewaysScroll(page)
    }
  })
})

test('the watch page is accessible', async ({ page, stage, signedIn }) => {
  await addComment(signedIn.client, stage.film._id, 'With a link: https://example.org')
  await watch(page, stage.film)
  await page.keyboard.press('k')
  await button(page, 'Show more').click()
  await expect(page.getByText('With a link').first()).toBeVisible()
  await expect(related(page).getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
})
