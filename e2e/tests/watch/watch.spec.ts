import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, refusal } from '../../actions/account.ts'
import { player, watch } from '../../actions/player.ts'
import { drawer, sidebar } from '../../actions/shell.ts'
import { enterAs, holdRequests, watchPath } from '../../actions/videos.ts'
import { addComment, expectPlaying, menuButton, type Stage, timeOf, title } from '../../actions/watch.ts'
import { dropPageData, expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const main = (page: Page) => page.getByRole('main')
const related = (page: Page) => page.getByRole('region', { name: 'Related videos' })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const videoAddress = ({ film }: Pick<Stage, 'film'>) => `**/api/v1/video/id/${film._id}`
const relatedAddress = /\/video\?.*sortBy=views/
const unknownId = '01900000-0000-7000-8000-000000000000'

// The tests hold and change the answers to the page's calls.
test.beforeEach(({ page, stage: _ }) => dropPageData(page))

test('visitors see title, owner, counts, age and description, and are asked to sign in for each action', async ({
  page,
  stage: { film, person },
}) => {
  await page.goto(watchPath(film))
  await expect(title(page)).toHaveText(film.title)
  await expect(page).toHaveTitle(`${film.title} · Vireo`)
  const owner = main(page).getByRole('link', { name: person.fullname })
  const profile = `/profile/${person.username}`
  // The avatar leads visitors to sign in, the name to the profile.
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

  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  const like = main(page).getByRole('button', { name: /^Like\W*\d/ })
  await button(page, 'Dislike').click()
  await expectToast(page, 'Please Sign in to dislike videos')
  await like.click()
  await expectToast(page, 'Please Sign in to like videos')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  const signInPath = `/auth/?next=${encodeURIComponent(watchPath(film))}`
  await button(page, 'Subscribe').click()
  await expectToast(page, 'Please sign in to subscribe')
  await button(page, 'Download').click()
  await expect(page).toHaveURL(signInPath)
  await expectToast(page, 'Please sign in to download videos')

  // With the keyboard, the message's button gets the focus, and the message stays while focused.
  await page.goBack()
  await button(page, 'Subscribe').press('Enter')
  await expectToast(page, 'Please sign in to subscribe')
  const asked = toast(page, 'Please sign in to subscribe').last()
  const offer = asked.getByRole('button', { name: 'Sign in' })
  await expect(offer).toBeFocused()
  await expect(asked.getByRole('progressbar')).toHaveCSS('animation-play-state', 'paused')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Subscribe')).toBeFocused()
  await expect(asked).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(offer).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(signInPath)
})

test('the description opens on demand, with safe links and timestamps that seek, and the page is accessible', async ({
  page,
  stage,
  signedIn,
}) => {
  await addComment(signedIn.client, stage.film._id, 'With a link: https://example.org')
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
  await expect(text.getByRole('link', { name: '#larks' })).toHaveAttribute('href', '/search/?q=%23larks')
  await expect(text.getByRole('button', { name: '9:59' })).toBeHidden()
  await text.getByRole('button', { name: '0:16' }).click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(15.5)
  await expectPlaying(page)

  await page.keyboard.press('k')
  await expect(page.getByText('With a link').first()).toBeVisible()
  await expect(related(page).getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Show less').click()
  await expect(button(page, 'Show more')).toBeVisible()
})

test('the most viewed others follow five placeholders; one plays from its start in the same player, with the focus on its title', async ({
  page,
  stage: { person, film, short },
}) => {
  const line = await holdRequests(page, relatedAddress)
  await watch(page, film)
  const placeholders = related(page).getByRole('status', { name: 'Loading related videos' })
  await expect(placeholders.locator('> *')).toHaveCount(5)
  line.release()
  const card = related(page).getByRole('article').filter({ hasText: short.title })
  await expect(card).toContainText(person.fullname)
  await expect(card).toContainText(/\d+ views?/)
  const picture = card.locator('picture img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(related(page).getByText(film.title)).toHaveCount(0)

  const media = player(page).region.locator('video')
  await media.evaluate((element) => element.setAttribute('data-same', ''))
  await media.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 10
  })
  await expect.poll(() => timeOf(page)).toBeGreaterThan(10)
  const files = await holdRequests(page, /\/media\/.*(m3u8|mp4|m4s)/)
  await related(page).getByRole('link', { name: short.title }).click()
  await expect(page).toHaveURL(watchPath(short))
  await expect(title(page)).toHaveText(short.title)
  await expect(title(page)).toBeFocused()
  // On a slow connection the position is not that of the video before.
  await expect(player(page).bar).toContainText('0:00 / 0:01')
  files.release()
  await expect(page).toHaveTitle(`${short.title} · Vireo`)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(media).toHaveAttribute('data-same', '')
  const durationOf = () => media.evaluate((element: HTMLVideoElement) => element.duration)
  await expect.poll(durationOf).toBeCloseTo(short.duration, 1)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
  await expect(related(page).getByText(film.title)).toBeVisible()
  await page.goBack()
  await expect(title(page)).toHaveText(film.title)
  await expect.poll(durationOf).toBeGreaterThan(20)
})

test('a signed-in person downloads the video, and its menu saves to a playlist, hides and reports', async ({
  page,
  site,
  stage: { short },
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(refusal(409))
  await page.goto(watchPath(short))
  const line = await holdRequests(page, /\/video\/download\//)
  const started = page.waitForEvent('download')
  await button(page, 'Download').click()
  await expect(button(page, 'Processing...')).toHaveAttribute('aria-busy', 'true')
  line.release()
  await site.queued('videos:make-download')
  await site.runJobs()
  await expectToast(page, 'Download started')
  expect((await started).suggestedFilename()).toBe(`${short.title}.mp4`)
  await expect(button(page, 'Download')).toBeVisible()
  await expect(page).toHaveURL(watchPath(short))

  // When it fails, the server's message is shown.
  const message = 'This video is still being processed'
  const refused = { statuscode: 409, message, data: null, success: false, code: 'video.processing' }
  await page.route(/\/video\/download\//, (route) => route.fulfill({ status: 409, json: refused }))
  await button(page, 'Download').click()
  await expectToast(page, message)
  await expect(button(page, 'Download')).toBeVisible()

  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Save to playlist' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Watch later' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // On a phone it is one tap away.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(button(page, 'Save')).toBeInViewport({ ratio: 1 })
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Watch later' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Save')).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 800 })
  await menuButton(page).click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await page.getByRole('menuitem', { name: 'Not interested' }).click()
  await expectToast(page, 'Hidden from')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(page.getByRole('dialog', { name: 'Do you want to report this video?' })).toBeVisible()
})

/** The page's player has them at once. */
async function addCaptions(page: Page) {
  await expect(player(page).button('Captions')).toHaveCount(0)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Edit Video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Video' })
  const add = (text: string) =>
    dialog
      .getByLabel('Choose file: Captions')
      .setInputFiles({ name: 'secret.de.srt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await add('1\n00:00:00 -> 00:00:01\nPsst')
  await expect(dialog.getByText(/^Line 2: Expected times/)).toBeVisible()
  await add('1\n00:00:00 --> 00:00:01\nPsst')
  await expectToast(page, 'Captions saved')
  await expect(dialog.getByRole('list', { name: 'Captions of this video' })).toContainText('German')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(player(page).button('Captions')).toBeAttached()
  await main(page).getByRole('button', { name: 'Transcript' }).click()
  await expect(
    page.getByRole('region', { name: 'Transcript' }).getByRole('button', { name: 'Psst' }),
  ).toBeVisible()
}

test('unlisted and private videos are labelled; a private one is missing for others, and its owner can add captions and delete it', async ({
  page,
  site,
  stage,
  expectErrors,
}) => {
  expectErrors(refusal(404))
  const hidden = await site.addVideo(stage, { title: 'For friends', visibility: 'unlisted' })
  const secret = await site.addVideo(stage, { title: 'A secret', visibility: 'private' })
  await page.goto(watchPath(hidden))
  await expect(main(page).getByText('Unlisted', { exact: true })).toBeVisible()
  await page.goto(watchPath(secret))
  await expect(title(page)).toHaveText('Video not found')

  await enterAs(page, site, stage.client)
  await page.goto(watchPath(secret))
  await expect(main(page).getByText('Private', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^Like/ })).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^Subscribe/ })).toHaveCount(0)
  await addCaptions(page)
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Delete Video' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Video deleted successfully')
  await expect(page).toHaveURL('/')
})

test.describe('when something cannot be shown', () => {
  test('a video that does not exist is requested once, and has a not-found page with a link home', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(refusal(404))
    for (const id of [unknownId, 'nonsense']) {
      const requested: string[] = []
      page.on('request', (request) => requested.push(request.url()))
      await page.goto(`/watch/${id}`)
      await expect(title(page)).toHaveText('Video not found')
      expect(requested.filter((url) => url.includes(`/video/id/${id}`))).toHaveLength(1)
    }
    await main(page).getByRole('link', { name: /home/i }).click()
    await expect(page).toHaveURL('/')
  })

  test('a failed call can be tried again; a failed list of related videos does not stop the video', async ({
    page,
    stage,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    await page.route(videoAddress(stage), (route) => route.abort())
    await page.route(relatedAddress, (route) => route.abort())
    await page.goto(watchPath(stage.film))
    await expect(main(page).getByRole('alert')).toContainText('Failed to fetch video')
    await page.unroute(videoAddress(stage))
    await main(page).getByRole('button', { name: 'Retry' }).click()
    await expect(title(page)).toHaveText(stage.film.title)

    await expect(related(page).getByRole('alert')).toContainText('Failed to fetch related videos')
    await expectPlaying(page)
    await page.unroute(relatedAddress)
    await related(page).getByRole('button', { name: 'Retry' }).click()
    await expect(related(page).getByText(stage.short.title)).toBeVisible()
  })

  test('the owner’s video shows why processing failed, then the progress after Retry, and starts by itself', async ({
    page,
    site,
    stage,
  }) => {
    const unplayable = { isPlayable: false, hls: null, videofile: null, renditions: [] }
    let changes: object | undefined = { ...unplayable, status: 'failed', failure: 'The file ends too early' }
    // Changes the server's answer, as if the video were in this state.
    await page.route(videoAddress(stage), async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...changes } } })
    })
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
    changes = { ...unplayable, status: 'processing', progress: 42 }
    await expect(player(page).region.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42')
    changes = undefined
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
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

  test('is one column on phones, where the player stays in view, and two from 1024 px, with the sidebar as icons or a drawer', async ({
    page,
    context,
    stage,
    signedIn,
  }) => {
    await addComment(signedIn.client, stage.film._id, 'A comment to begin with')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(watchPath(stage.film))
    await expect(related(page).getByRole('article').first()).toBeVisible()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 })
      await expect.poll(() => box(page, 'player')).toMatchObject({ x: 0, y: 56, width })
      expect((await box(page, 'comments')).y).toBeGreaterThan((await box(page, 'related')).y)
      await expectNoSidewaysScroll(page)
    }
    // One row of actions, the last of which is reached by keyboard. A scrollbar that takes space does not cover it.
    const actions = page.getByRole('group', { name: 'Video actions' })
    await page.addStyleTag({ content: '@media (width < 400px) { html { padding-right: 15px } }' })
    expect((await actions.boundingBox())?.width).toBe(375)
    expect((await actions.boundingBox())?.height).toBeLessThan(60)
    await menuButton(page).focus()
    await expect(menuButton(page)).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: /A comment to begin with/ }).click()
    const heading = main(page).getByRole('heading', { name: /comments?$/ })
    await expect(heading).toBeFocused()
    // Below the player, which is still there.
    await expect.poll(async () => (await box(page, 'player')).y).toBe(56)
    const { y, height } = await box(page, 'player')
    await expect.poll(async () => (await box(page, 'comments')).y).toBeGreaterThanOrEqual(y + height)
    // Turned to landscape and back, as in full screen, the video stays in view, and then the comments return.
    const wide = { x: 0, y: 56, width: 844, height: 334 }
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(() => box(page, 'player')).toEqual(wide)
    await page.setViewportSize({ width: 390, height: 640 })
    await expect.poll(async () => (await box(page, 'comments')).y).toBeLessThan(640)
    await expect.poll(async () => (await box(page, 'player')).y).toBe(56)
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await page.setViewportSize({ width: 844, height: 390 })
    await page.keyboard.press('f')
    await expect.poll(() => box(page, 'player')).toEqual(wide)

    // Two thirds and one third, at least 320 px for the list.
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(async () => {
        const [left, right] = [await box(page, 'player'), await box(page, 'related')]
        expect(left.width).toBeGreaterThan(600)
        expect(right.width).toBeGreaterThanOrEqual(320)
        expect(right.x).toBeGreaterThan(left.x + left.width)
        if (width === 1440) expect(left.width / right.width).toBeCloseTo(2, 1)
      }).toPass()
      await expectNoSidewaysScroll(page)
      if (width === 1024) await expect(sidebar(page)).toBeHidden()
    }
    // The sidebar opens over the page, and is not remembered for others.
    expect((await sidebar(page).boundingBox())?.width).toBe(48)
    const before = await page.locator('video').boundingBox()
    await page.keyboard.press('Control+b')
    await expect(drawer(page)).toBeVisible()
    expect(await page.locator('video').boundingBox()).toEqual(before)
    await drawer(page).getByRole('link', { name: 'Home', exact: true }).click()
    await expect(drawer(page)).toBeHidden()
    await expect.poll(async () => (await sidebar(page).boundingBox())?.width).toBe(256)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('sidebar_state')
  })

  test('gives a portrait video 4:5 on phones, where a part stays in view, and 80 % of the height of a wide window', async ({
    page,
    stage,
  }) => {
    await page.route(videoAddress(stage), async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, width: 90, height: 160 } } })
    })
    await page.setViewportSize({ width: 400, height: 800 })
    await page.goto(watchPath(stage.film))
    await expect.poll(() => box(page, 'player')).toEqual({ x: 0, y: 56, width: 400, height: 500 })
    // As much of the player stays in view as of a wide one: its lower part or, with motion, all of it, made smaller.
    await page.getByRole('heading', { name: /comments?$/ }).scrollIntoViewIfNeeded()
    await expect.poll(() => box(page, 'player')).toMatchObject({ y: 281 - 500, height: 500 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(() => box(page, 'player')).toMatchObject({ y: 281 - 225, height: 225 })
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(async () => (await box(page, 'player')).height).toBe(640)
  })
})
