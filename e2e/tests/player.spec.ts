import type { Page } from '@playwright/test'
import { toast } from '../account.ts'
import { expectAccessible, themes, useTheme } from '../fixtures.ts'
import { enterAs, watchPath } from '../videos.ts'
import {
  expect,
  expectPlaying,
  media,
  mediaValue,
  openPlaying,
  pause,
  player,
  test,
  timeOf,
} from '../watch.ts'

const control = (page: Page, name: string) => player(page).getByRole('button', { name, exact: true })
const controls = (page: Page) => player(page).locator('[data-controls]').first()
const panel = (page: Page) => player(page).getByRole('dialog', { name: 'Settings' })

test('plays by itself: time goes on and frames are drawn', async ({ page, stage }) => {
  await openPlaying(page, stage.film)
  await expectPlaying(page)
  const frames = () =>
    media(page).evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames)
  expect(await frames()).toBeGreaterThan(0)
  expect(await mediaValue(page, 'videoWidth')).toBeGreaterThan(0)
  await expect(player(page).getByText(/^0:\d\d \/ 1:00$/)).toBeVisible()
})

test('play, mute, volume and seek bar do what they say', async ({ page, stage }) => {
  await openPlaying(page, stage.film)
  await control(page, 'Pause').click()
  expect(await mediaValue(page, 'paused')).toBe(true)
  const volume = player(page).getByRole('slider', { name: 'Volume' })
  await expect(volume).toHaveAttribute('min', '0')
  await expect(volume).toHaveAttribute('max', '1')
  await volume.fill('0.5')
  expect(await mediaValue(page, 'volume')).toBe(0.5)
  await control(page, 'Mute').click()
  expect(await mediaValue(page, 'muted')).toBe(true)

  const seek = player(page).getByRole('slider', { name: 'Seek' })
  const box = await seek.boundingBox()
  if (!box) throw new Error('No seek bar')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(28)
  expect(await timeOf(page)).toBeLessThan(32)
  await control(page, 'Play').click()
  await expectPlaying(page)
})

test('speeds are exactly these five, and a chosen one counts', async ({ page, stage }) => {
  await openPlaying(page, stage.film)
  await control(page, 'Settings').click()
  const speeds = panel(page).getByRole('group', { name: 'Playback speed' })
  const values = await speeds
    .getByRole('radio')
    .evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.value))
  expect(values).toEqual(['0.5', '1', '1.25', '1.5', '2'])
  await speeds.getByText('1.25').click()
  expect(await mediaValue(page, 'playbackRate')).toBe(1.25)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(control(page, 'Settings')).toBeFocused()
})

test('qualities are those of the video; a chosen one plays on from the same place', async ({
  page,
  stage,
}) => {
  await openPlaying(page, stage.film)
  await control(page, 'Settings').click()
  const qualities = panel(page).getByRole('group', { name: 'Quality' })
  await expect(qualities.getByText('360p', { exact: true })).toBeVisible()
  const before = await timeOf(page)
  await qualities.getByText('240p', { exact: true }).click()
  await expect(qualities.getByRole('radio', { name: '240p' })).toBeChecked()
  await expect.poll(() => mediaValue(page, 'videoHeight'), { timeout: 20_000 }).toBe(240)
  await expectPlaying(page)
  expect(await timeOf(page)).toBeGreaterThanOrEqual(before)
})

test.describe('controls hide after three seconds', () => {
  const look = (page: Page) => controls(page).evaluate((element) => getComputedStyle(element).opacity)

  /** How long after the last movement of the pointer they began to go. */
  async function measureHiding(page: Page): Promise<number> {
    const box = await player(page).boundingBox()
    if (!box) throw new Error('No player')
    const hidden = controls(page).evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          let movedAt = 0
          document.addEventListener('pointermove', () => (movedAt = performance.now()), { capture: true })
          new MutationObserver(() => {
            if (element.className.includes('opacity-0')) resolve(performance.now() - movedAt)
          }).observe(element, { attributes: true })
        }),
    )
    await page.mouse.move(box.x + 100, box.y + 60)
    await page.mouse.move(box.x + 140, box.y + 80)
    return hidden
  }

  test('without pointer movement while playing', async ({ page, stage }) => {
    await openPlaying(page, stage.film)
    const ms = await measureHiding(page)
    expect(ms).toBeGreaterThan(2950)
    expect(ms).toBeLessThan(4500)
    await expect.poll(() => look(page)).toBe('0')
    await page.mouse.move(300, 300)
    await expect.poll(() => look(page)).toBe('1')
  })

  test('but not while paused or focused', async ({ page, stage }) => {
    await page.clock.install()
    await openPlaying(page, stage.film)
    await pause(page)
    await page.mouse.move(300, 300)
    await page.clock.runFor(10_000)
    expect(await look(page)).toBe('1')

    await control(page, 'Play').focus()
    await page.keyboard.press('Enter')
    await expect(control(page, 'Pause')).toBeFocused()
    await page.clock.runFor(10_000)
    expect(await look(page)).toBe('1')
    await control(page, 'Pause').blur()
    await page.clock.runFor(3500)
    await expect.poll(() => look(page)).toBe('0')
  })
})

test('the keyboard plays, seeks, and changes volume, speed and size', async ({ page, stage }) => {
  await openPlaying(page, stage.film)
  const press = (key: string) => page.keyboard.press(key)
  await press('k')
  expect(await mediaValue(page, 'paused')).toBe(true)
  await press('5')
  await expect.poll(() => timeOf(page)).toBeCloseTo(30, 0)
  await press('l')
  await expect.poll(() => timeOf(page)).toBeCloseTo(40, 0)
  await press('j')
  await press('ArrowLeft')
  await expect.poll(() => timeOf(page)).toBeCloseTo(25, 0)
  await press('m')
  expect(await mediaValue(page, 'muted')).toBe(true)
  await press('m')
  expect(await mediaValue(page, 'muted')).toBe(false)
  await press('>')
  expect(await mediaValue(page, 'playbackRate')).toBe(1.25)
  await press('<')
  await press('<')
  expect(await mediaValue(page, 'playbackRate')).toBe(0.5)
  await player(page).focus()
  await press('ArrowDown')
  expect(await mediaValue(page, 'volume')).toBeCloseTo(0.95)
  await press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.ariaLabel)).toBe('Video player')
  await press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  await press(' ')
  expect(await mediaValue(page, 'paused')).toBe(false)
})

test('keys typed into the comment box stay there', async ({ page, stage, signedIn }) => {
  expect(signedIn).toBeTruthy()
  await openPlaying(page, stage.film)
  await page.getByRole('textbox', { name: 'Add a comment...' }).pressSequentially('k m 5 j')
  expect(await mediaValue(page, 'paused')).toBe(false)
  expect(await mediaValue(page, 'muted')).toBe(false)
  await expect(page.getByRole('textbox', { name: 'Add a comment...' })).toHaveValue('k m 5 j')
})

test('volume, mute and speed are remembered', async ({ page, stage }) => {
  await openPlaying(page, stage.film)
  await player(page).getByRole('slider', { name: 'Volume' }).fill('0.3')
  await page.keyboard.press('>')
  await openPlaying(page, stage.film)
  expect(await mediaValue(page, 'volume')).toBeCloseTo(0.3)
  expect(await mediaValue(page, 'playbackRate')).toBe(1.25)
  await page.keyboard.press('m')
  await openPlaying(page, stage.film)
  expect(await mediaValue(page, 'muted')).toBe(true)
})

test('goes on where one left off, on another device too', async ({
  page,
  browser,
  site,
  stage,
  signedIn,
}) => {
  await openPlaying(page, stage.film)
  const saved = page.waitForResponse(
    (response) => (response.request().postDataJSON()?.position ?? 0) > 29 && response.ok(),
  )
  await page.keyboard.press('5')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(30)
  await pause(page)
  await saved

  const context = await browser.newContext({ baseURL: site.origin })
  const second = await context.newPage()
  await enterAs(second, site, signedIn.client)
  await openPlaying(second, stage.film)
  expect(await timeOf(second)).toBeGreaterThan(29)
  expect(await timeOf(second)).toBeLessThan(35)
  await context.close()
})

test('what the browser refuses to play aloud starts muted, with a way to unmute', async ({ page, stage }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      const isAllowed = this.muted || navigator.userActivation.hasBeenActive
      return isAllowed ? play.call(this) : Promise.reject(new DOMException('No gesture', 'NotAllowedError'))
    }
  })
  await openPlaying(page, stage.film)
  expect(await mediaValue(page, 'muted')).toBe(true)
  await control(page, 'Unmute').click()
  expect(await mediaValue(page, 'muted')).toBe(false)
  await expect(control(page, 'Unmute')).toBeHidden()
})

test('a lost connection is told, and playing goes on when it is back', async ({
  page,
  stage,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await openPlaying(page, stage.film)
  // Far from what is loaded; nothing of it can come.
  await page.route(/\.m4s|\.mp4/, (route) => route.abort('internetdisconnected'))
  await page.context().setOffline(true)
  await page.keyboard.press('9')
  await expect(player(page).getByText('Connection lost. Trying again…')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('You are offline')).toBeVisible()
  await page.unroute(/\.m4s|\.mp4/)
  await page.context().setOffline(false)
  await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(54.2)
  await expect(player(page).getByText('Connection lost. Trying again…')).toBeHidden()
})

test('after the end the next one starts, unless that is cancelled', async ({ page, stage }) => {
  await openPlaying(page, stage.film)
  await media(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.3
  })
  await expect(player(page).getByText('Up next')).toBeVisible()
  await player(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(player(page).getByRole('button', { name: 'Replay' }).first()).toBeVisible()
  await player(page).getByRole('button', { name: 'Play now' }).click()
  await expect(page).not.toHaveURL(watchPath(stage.film))
  await expect.poll(() => timeOf(page)).toBeLessThan(30)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('two taps on a side leap ten seconds, and one shows the controls', async ({ page, stage }) => {
    await openPlaying(page, stage.film)
    await expectPlaying(page)
    const box = await player(page).boundingBox()
    if (!box) throw new Error('No player')
    const right = { x: box.x + box.width * 0.85, y: box.y + box.height * 0.4 }
    await page.touchscreen.tap(right.x, right.y)
    await page.touchscreen.tap(right.x, right.y)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(10)
    expect(box).toMatchObject({ x: 0, width: 390 })
  })
})

for (const theme of themes)
  test(`is accessible with its settings open, ${theme}`, async ({ page, stage }) => {
    await useTheme(page, theme)
    await openPlaying(page, stage.film)
    await pause(page)
    await control(page, 'Settings').click()
    await expect(panel(page)).toBeVisible()
    await expectAccessible(page)
    await expect(toast(page, '')).toHaveCount(0)
  })
