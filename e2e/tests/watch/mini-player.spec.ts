import type { Page, Request } from '@playwright/test'
import { addressOf, api, type Video } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal } from '../../actions/account.ts'
import { expectPlayback, goHome, mini, playback, player, watchForMini } from '../../actions/player.ts'
import { makePlaylist } from '../../actions/playlists.ts'
import { accountMenu, sidebar } from '../../actions/shell.ts'
import { cardOf, enterAs, watchPath } from '../../actions/videos.ts'
import { expectPlaying, title } from '../../actions/watch.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const button = (page: Page, name: string) => mini(page).getByRole('button', { name, exact: true })
const media = (page: Page) => player(page).region.locator('video')

/** Marks the <video> and records events that would be audible or visible as a gap. */
const markMedia = (page: Page) =>
  media(page).evaluate((element) => {
    element.dataset.gaps = ''
    for (const type of ['pause', 'emptied', 'seeking'])
      element.addEventListener(type, () => {
        element.dataset.gaps += `${type} `
      })
  })
const expectNoGaps = (page: Page) => expect(media(page)).toHaveAttribute('data-gaps', '')

test('a playing video continues in a corner when its page is left and back on its page, without a gap; it moves to other corners, leaves the keys of the page alone and ends at the sign-in', async ({
  page,
  stage: { film },
}) => {
  await watchForMini(page, watchPath(film))
  await markMedia(page)
  const { time } = await playback(page)
  await goHome(page)
  await expect(mini(page)).toBeVisible()
  await expectPlaying(page)
  await expectNoGaps(page)
  expect((await playback(page)).time).toBeGreaterThan(time)
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(film.title)

  await page.keyboard.press('k')
  expect((await playback(page)).isPaused).toBe(false)
  await button(page, 'Mute').focus()
  await page.keyboard.press('m')
  await expectPlayback(page, ({ isMuted }) => isMuted)
  await page.keyboard.press('m')
  await expectPlayback(page, ({ isMuted }) => !isMuted)

  await button(page, 'Move to another corner').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(mini(page).getByText('Moved to the bottom left')).toBeAttached()
  const aside = await sidebar(page).boundingBox()
  await expect.poll(async () => (await mini(page).boundingBox())?.x).toBe((aside?.width ?? 0) + 16)
  const { x, y, width } = (await mini(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width / 2, y + 60)
  await page.mouse.down()
  await page.mouse.move(1000, 200, { steps: 5 })
  await page.mouse.up()
  await expect(mini(page)).toHaveAttribute('data-corner', 'top right')
  await expect(page).toHaveURL('/')
  await expectAccessible(page)
  await mini(page).hover()
  await button(page, 'Move to another corner').click()
  await expect(mini(page)).toHaveAttribute('data-corner', 'bottom right')
  await button(page, 'Move to another corner').press('ArrowUp')
  await expect(mini(page)).toHaveAttribute('data-corner', 'top right')
  await expectNoGaps(page)

  await mini(page).hover()
  await button(page, 'Back to the video').click()
  await expect(page).toHaveURL(watchPath(film))
  await expect(title(page)).toBeFocused()
  await expect(mini(page)).toHaveCount(0)
  await expectPlaying(page)
  await expectNoGaps(page)

  await goHome(page)
  await expect(mini(page)).toHaveAttribute('data-corner', 'top right')
  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/auth/')
  await expect(page.locator('video')).toHaveCount(0)
})

test('the mini-player is hidden during picture in picture, is closed by Escape, and does not appear for a paused video', async ({
  page,
  stage: { film },
}) => {
  await watchForMini(page, watchPath(film))
  await markMedia(page)
  await page.keyboard.press('i')
  const isPip = () => page.evaluate(() => document.pictureInPictureElement?.tagName)
  await expect.poll(isPip).toBe('VIDEO')
  await goHome(page)
  await expect(mini(page)).toBeHidden()
  expect(await isPip()).toBe('VIDEO')
  await page.evaluate(() => document.exitPictureInPicture())
  await expect(mini(page)).toBeVisible()
  await button(page, 'Close').focus()
  await page.keyboard.press('Escape')
  await expect(mini(page)).toHaveCount(0)
  await expect(media(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await page.goBack()
  await expectPlaying(page)
  await expect(player(page).bar).toBeAttached()
  await page.keyboard.press('k')
  await expectPlayback(page, ({ isPaused }) => isPaused)
  await goHome(page)
  await expect(media(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the list plays on in the corner until its end, and nothing of the page is covered', async ({
    page,
    stage: { film, short, client },
    site,
  }) => {
    await enterAs(page, site, client)
    const list = await makePlaylist(client, 'For the corner', [film, short])
    await watchForMini(page, `${watchPath(film)}?list=${list}`)
    await goHome(page)
    await expectPlaying(page)
    // The video must not end before the test requests the next one.
    await media(page).evaluate((video: HTMLVideoElement) => {
      video.playbackRate = 0.1
    })
    await expectNoSidewaysScroll(page)
    const box = async () => (await mini(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const bar = await page.getByRole('navigation', { name: 'Bottom' }).boundingBox()
    const { y, height } = await box()
    expect(y + height).toBeLessThan(bar?.y ?? 0)
    const end = page.getByText('That’s all for now.')
    await end.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect
      .poll(async () => {
        const place = await end.boundingBox()
        return place && place.y + place.height
      })
      .toBeLessThan(y)

    // The buttons hide after a while; a tap on the picture shows them.
    await expect(async () => {
      if (!(await button(page, 'Next video').isVisible()))
        await mini(page).tap({ position: { x: 20, y: 90 } })
      for (const name of ['Back to the video', 'Move to another corner', 'Mute', 'Close', 'Next video']) {
        const place = await button(page, name).boundingBox()
        expect([place?.width, place?.height]).toEqual([44, 44])
      }
    }).toPass()
    const next = page.waitForRequest(`**${addressOf(api.history.add).replace(':videoId', short._id)}`)
    await button(page, 'Next video').focus()
    await page.keyboard.press('Enter')
    await next
    await expect(mini(page)).toHaveCount(0)
  })
})

test('a video that is removed from the history beside the mini-player is not added again, until it is restored', async ({
  page,
  stage: { film, client },
  site,
}) => {
  await enterAs(page, site, client)
  await watchForMini(page, watchPath(film))
  const address = addressOf(api.history.add).replace(':videoId', film._id)
  const isReport = (request: Request) =>
    request.method() === api.history.add.method && request.url().endsWith(address)
  const entered = page.waitForRequest(isReport)
  await sidebar(page).getByRole('link', { name: 'Watch History' }).click()
  await (await entered).response()
  const entry = page.getByRole('main').getByRole('article').filter({ hasText: film.title })
  await entry.getByRole('button', { name: 'Remove from watch history' }).press('Enter')
  const undo = page.getByRole('button', { name: `Undo removing ${film.title}` })
  await expect(undo).toBeFocused()

  const reports: Request[] = []
  page.on('request', (request) => isReport(request) && reports.push(request))
  await button(page, 'Pause').press('Enter')
  await expectPlayback(page, ({ isPaused }) => isPaused)
  await undo.press('Enter')
  await expect(entry).toBeVisible()
  expect(reports).toEqual([])
  await button(page, 'Play').press('Enter')
  await expectPlaying(page)
  await button(page, 'Pause').press('Enter')
  await expect.poll(() => reports.length).toBeGreaterThan(0)
})

test('another video replaces the one in the corner once it is loaded; the one in the corner ends when it is deleted or the person signs out', async ({
  page,
  stage: { film, short, client },
  site,
  expectErrors,
}) => {
  expectErrors(refusal(404))
  await enterAs(page, site, client)
  await watchForMini(page, watchPath(film))
  await markMedia(page)
  await goHome(page)
  await pretendToDelete(page, short)
  await cardOf(page, short.title).getByRole('link', { name: short.title }).click()
  await expect(page.getByRole('heading', { name: 'Video not found' })).toBeVisible()
  await expect(mini(page)).toBeVisible()
  await expectPlaying(page)
  await expectNoGaps(page)
  await goHome(page)
  await page.unroute(videoAddress(short))
  await cardOf(page, short.title).getByRole('link', { name: short.title }).click()
  await expect(title(page)).toHaveText(short.title)
  await expect(mini(page)).toHaveCount(0)
  await expect(media(page)).toHaveAttribute('data-gaps', /emptied/)

  await watchForMini(page, watchPath(film))
  await goHome(page)
  await pretendToDelete(page, film)
  await cardOf(page, film.title).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete Video' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Video deleted successfully')
  await expect(mini(page)).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  // Somebody else, because other tests need the session of the videos' owner.
  await enterAs(page, site, (await site.signUp()).client)
  await watchForMini(page, watchPath(film))
  await goHome(page)
  await expect(mini(page)).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(media(page)).toHaveCount(0)
})

/** With or without a query. */
const videoAddress = ({ _id }: Video) => `**${addressOf(api.videos.get).replace(':id', _id)}*`

/** Lets the server answer as if the video, which other tests need, were deleted. */
async function pretendToDelete(page: Page, video: Video): Promise<void> {
  const gone = { statuscode: 404, message: '', data: null, success: false, code: 'video.not-found' }
  const done = { statuscode: 200, message: '', data: null, success: true }
  await page.route(videoAddress(video), (route) =>
    route.fulfill(route.request().method() === 'DELETE' ? { json: done } : { status: 404, json: gone }),
  )
}
