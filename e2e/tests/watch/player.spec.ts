import type { Page } from '@playwright/test'
import type { Video } from '@vireo/contract'
import {
  clickControl,
  expectPlayback,
  pictureOf,
  playback,
  player,
  seekBarAt,
  watch,
} from '../../actions/player.ts'
import { holdRequests, watchPath } from '../../actions/videos.ts'
import { expectPlaying } from '../../actions/watch.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const isHidden = (page: Page) =>
  player(page).bar.evaluate((bar) => Number(getComputedStyle(bar).opacity) < 0.1)

/** Advances the page's clock past the time after which unused controls hide, and waits for a frame. */
async function passHidingTime(page: Page): Promise<void> {
  await page.clock.fastForward(3600)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

const press = (page: Page, key: string) => page.keyboard.press(key)

/** Changes the server's answer as if the description listed chapters, the last one being long enough. */
const addChapters = (page: Page, { _id }: Video) =>
  page.route(`**/api/v1/video/id/${_id}`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const changes = { description: '0:00 Intro\n0:10 The lake\n0:20 Home', duration: 30 }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...changes } } })
  })

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test.describe('playing', () => {
  test('starts by itself, is paused and resumed by a click, the button or a key, and moved with the seek bar, which has chapters', async ({
    page,
    show,
  }) => {
    await addChapters(page, show)
    await watch(page, show)
    // The system's media controls show the same title.
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(show.title)
    const { x, y } = await pictureOf(page)
    await page.mouse.click(x, y)
    await expectPlayback(page, ({ isPaused }) => isPaused)
    await clickControl(page, 'Play')
    await expectPlayback(page, ({ isPaused }) => !isPaused)
    // A click does not move the keyboard focus: space toggles playback, not the button clicked last.
    await press(page, 'Space')
    await expectPlayback(page, ({ isPaused }) => isPaused)
    await press(page, 'Space')

    const half = await seekBarAt(page, 0.5)
    await page.mouse.move(half.x, half.y)
    const preview = player(page).region.locator('[style*="storyboard"]')
    await expect(preview).toBeVisible()
    await expect(player(page).region.getByText('The lake', { exact: true })).toBeVisible()
    await page.mouse.click(half.x, half.y)
    await expectPlayback(page, ({ time }) => time > 11.5 && time < 15)
    await expect(player(page).seek).toHaveAttribute('aria-valuetext', /^0:1\d of 0:24, The lake$/)
    await expect(player(page).region.getByText('• The lake')).toBeVisible()
    const track = player(page).seek.locator('xpath=following-sibling::div').first()
    await expect(track).toHaveCSS('mask-image', /linear-gradient/)
    await expect(player(page).region.getByText(/^0:1\d \/ 0:24$/)).toBeVisible()

    const from = await seekBarAt(page, 0.6)
    const to = await seekBarAt(page, 0.2)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    await expectPlayback(page, ({ time }) => time > 4 && time < 8)

    // Accessible while paused, and with the settings open.
    await press(page, 'k')
    await expectPlayback(page, ({ isPaused }) => isPaused)
    await expectAccessible(page)
    await press(page, 'Control+ArrowRight')
    await expect(player(page).region.getByRole('status').filter({ hasText: 'The lake' })).toHaveCount(1)
    await expectPlayback(page, ({ time }) => Math.abs(time - 10) < 0.5)
    await press(page, 'Control+ArrowLeft')
    await expectPlayback(page, ({ time }) => time < 0.5)
    await clickControl(page, 'Settings')
    await expect(player(page).settings).toBeVisible()
    await expectAccessible(page)
  })

  test('a quality can be chosen during playback; theatre mode, speed, volume and mute are remembered', async ({
    page,
    show,
  }) => {
    await watch(page, show)
    const { region, button, choice, volume } = player(page)
    const width = async () => (await region.boundingBox())?.width ?? 0
    const whole = (await page.getByRole('main').boundingBox())?.width ?? 0
    expect(await width()).toBeLessThan(whole * 0.7)
    await press(page, 't')
    // In theatre mode the player is as wide as the page.
    await expect.poll(width).toBe(whole)
    await expectPlaying(page)

    await clickControl(page, 'Settings')
    await expect(page.getByRole('radio', { name: /^Auto/ })).toBeChecked()
    for (const height of [240, 360]) {
      await choice('Quality', `${height}p`).click()
      await expectPlayback(page, (now) => now.height === height && !now.isPaused)
    }
    await choice('Quality', 'Auto').click()
    // The quality that Auto picks depends on the connection.
    await expect(page.getByRole('group', { name: 'Quality' }).getByText(/^Auto \(\d+p\)$/)).toBeVisible()
    const speeds = page.getByRole('group', { name: 'Playback speed' }).getByRole('radio')
    await expect(speeds).toHaveCount(7)
    const values = await speeds.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')))
    expect(values).toEqual(['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2'])
    await choice('Playback speed', '1.5×').click()
    await press(page, 'Escape')
    await expect(button('Settings')).toBeFocused()
    // The slider appears while the pointer is over the button.
    await button('Mute').hover()
    expect([await volume.getAttribute('min'), await volume.getAttribute('max')]).toEqual(['0', '1'])
    await volume.fill('0.35')
    await clickControl(page, 'Mute')
    await expect(button('Mute')).toHaveAttribute('aria-pressed', 'true')

    await page.reload()
    await expectPlayback(page, ({ speed, isMuted, time }) => speed === 1.5 && isMuted && time > 0)
    await expect.poll(width).toBe(whole)
    await clickControl(page, 'Mute')
    await expectPlayback(page, ({ isMuted, volume: now }) => !isMuted && now === 0.35)
    await press(page, 't')
    await expect.poll(width).toBeLessThan(whole * 0.7)
  })

  test('starts muted with an Unmute button when the browser blocks autoplay with sound', async ({
    page,
    show,
  }) => {
    await page.addInitScript(() => {
      // `navigator.userActivation` cannot be used: it counts Playwright's actions as gestures.
      let hasGesture = false
      window.addEventListener(
        'pointerdown',
        () => {
          hasGesture = true
        },
        { capture: true },
      )
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        if (this.muted || hasGesture) return play.call(this)
        return Promise.reject(new DOMException('Not without a gesture', 'NotAllowedError'))
      }
    })
    await watch(page, show)
    await expectPlayback(page, ({ isMuted, isPaused }) => isMuted && !isPaused)
    await player(page).button('Unmute').click()
    await expectPlayback(page, ({ isMuted, isPaused }) => !isMuted && !isPaused)
    await expect(player(page).button('Unmute')).toHaveCount(0)
  })
})

test.describe('controls', () => {
  test('hide after three seconds, unless they are hovered over or focused or the video is paused', async ({
    page,
    show,
  }) => {
    await page.clock.install()
    await watch(page, show)
    const { x, y } = await pictureOf(page)
    await page.mouse.move(x, y)
    await expect.poll(() => isHidden(page)).toBe(false)
    const movedAt = Date.now()
    await expect.poll(() => isHidden(page)).toBe(true)
    expect(Date.now() - movedAt).toBeGreaterThan(2500)
    await expect(player(page).region.locator('> div.cursor-none')).toHaveCount(1)

    const bar = await player(page).bar.boundingBox()
    if (!bar) throw new Error('There is no bar')
    await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height - 10)
    await passHidingTime(page)
    expect(await isHidden(page)).toBe(false)

    await page.mouse.move(x, y)
    await player(page).button('Pause').focus()
    await press(page, 'Tab')
    await passHidingTime(page)
    expect(await isHidden(page)).toBe(false)

    await press(page, 'k')
    await page.mouse.click(x, y)
    await page.mouse.click(x, y)
    await expectPlayback(page, ({ isPaused }) => isPaused)
    await passHidingTime(page)
    expect(await isHidden(page)).toBe(false)

    await press(page, 'k')
    await expectPlayback(page, ({ isPaused }) => !isPaused)
    await passHidingTime(page)
    await expect.poll(() => isHidden(page)).toBe(true)
  })

  test('respond to the usual keys of video players, but not while typing; up and down scroll elsewhere', async ({
    page,
    show,
    signedIn: _,
  }) => {
    await watch(page, show)
    // The video plays before the page below it has loaded.
    const room = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    await expect.poll(room).toBeGreaterThan(0)
    await press(page, 'ArrowDown')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    expect((await playback(page)).volume).toBe(1)

    await press(page, 'k')
    await expectPlayback(page, ({ isPaused }) => isPaused)
    const goesTo = async (key: string, expected: number) => {
      await press(page, key)
      await expectPlayback(page, ({ time }) => Math.abs(time - expected) < 0.5)
    }
    await goesTo('0', 0)
    await goesTo('l', 10)
    await goesTo('ArrowRight', 15)
    await goesTo('ArrowLeft', 10)
    await goesTo('j', 0)
    await goesTo('5', 12)
    const { time: before } = await playback(page)
    await press(page, '.')
    await expectPlayback(page, ({ time }) => time > before + 0.01 && time < before + 0.4)
    await press(page, ',')
    await expectPlayback(page, ({ time }) => Math.abs(time - before) < 0.01)
    await press(page, 'm')
    await expectPlayback(page, ({ isMuted }) => isMuted)
    await press(page, 'm')
    await press(page, '>')
    await expectPlayback(page, ({ isMuted, speed }) => !isMuted && speed === 1.25)
    await press(page, '<')
    await press(page, '<')
    await expectPlayback(page, ({ speed }) => speed === 0.75)
    await press(page, 't')
    await expect(player(page).button('Theatre mode')).toHaveAttribute('aria-pressed', 'true')
    await press(page, 'f')
    await expect(player(page).button('Full screen')).toHaveAttribute('aria-pressed', 'true')
    await press(page, 'f')
    await expect(player(page).button('Full screen')).toHaveAttribute('aria-pressed', 'false')

    await press(page, 'k')
    await expectPlayback(page, ({ isPaused }) => !isPaused)
    const comment = page.getByRole('textbox', { name: 'Add a comment...' })
    await comment.click()
    await comment.pressSequentially('kmf 5')
    await expect(comment).toHaveValue('kmf 5')
    const now = await playback(page)
    expect([now.isPaused, now.isMuted]).toEqual([false, false])
    await player(page).region.focus()
    await press(page, 'ArrowDown')
    await expectPlayback(page, ({ volume }) => volume === 0.95)
    await press(page, 'Home')
    await expectPlayback(page, ({ time }) => time < 3)
  })
})

test.describe('playback problems', () => {
  /** Fails requests for later parts of a file, until the returned function is called. */
  async function failLaterParts(page: Page) {
    let isLost = true
    await page.route('**/media/**/*.mp4', async (route) => {
      const from = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? '')?.[1] ?? 0)
      if (isLost && from > 60_000) await route.abort('connectionfailed')
      else await route.fallback()
    })
    return () => {
      isLost = false
    }
  }

  test('a spinner is shown until the first data arrive; a lost connection is announced and recovered from', async ({
    page,
    show,
    expectErrors,
  }) => {
    expectErrors(/ERR_CONNECTION_FAILED/)
    const line = await holdRequests(page, '**/media/**/*.mp4')
    const restoreConnection = await failLaterParts(page)
    await page.goto(watchPath(show))
    const spinner = player(page).region.getByRole('status').filter({ hasText: 'Loading' })
    await expect(spinner).toBeVisible()
    line.release()
    await expectPlayback(page, ({ time }) => time > 0.3)
    await expect(spinner).toHaveCount(0)

    await expect(player(page).bar).toBeAttached()
    await press(page, '9')
    await expect(page.getByText('Connection lost. Trying again…')).toBeVisible()
    restoreConnection()
    await expectPlayback(page, ({ time, isPaused }) => time > 21.7 && !isPaused)
    await expect(page.getByText('Connection lost. Trying again…')).toBeHidden()
  })

  test('a video that stops playing shows an error, and Retry continues it from there once it can be played', async ({
    page,
    show,
    expectErrors,
  }) => {
    test.slow()
    expectErrors(/ERR_CONNECTION_FAILED|404/)
    const restoreConnection = await failLaterParts(page)
    await watch(page, show)
    await page.route('**/media/**/*.{m3u8,mp4}', (route) => route.fulfill({ status: 404, body: '' }))
    await press(page, '9')
    await expect(page.getByRole('alert')).toContainText('This video can’t be played right now.', {
      timeout: 40_000,
    })
    await page.unroute('**/media/**/*.{m3u8,mp4}')
    restoreConnection()
    await player(page).button('Retry').click()
    await expectPlayback(page, ({ time, isPaused }) => time > 21.6 && !isPaused)
  })
})

test('the menu of the player loops the video, so that it has no end, and copies its address', async ({
  page,
  site,
  show,
}) => {
  await watch(page, show)
  const { x, y } = await pictureOf(page)
  const choose = async (role: 'menuitem' | 'menuitemcheckbox', name: string) => {
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByRole(role, { name, exact: true }).click()
    await expect(page.getByRole('menu')).toBeHidden()
  }
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await choose('menuitem', 'Copy video URL')
  await expect.poll(clipboard).toBe(site.origin + watchPath(show))
  await choose('menuitem', 'Copy video URL at current time')
  await expect.poll(clipboard).toMatch(/\?t=\d+$/)

  await choose('menuitemcheckbox', 'Loop')
  await expect(player(page).region).toBeFocused()
  await press(page, '9')
  await expectPlayback(page, ({ time }) => time > 20)
  await expectPlayback(page, ({ time, isPaused }) => time < 10 && !isPaused)
  await expect(player(page).button('Replay')).toHaveCount(0)
  // By the keyboard: r toggles it too, and the menu key opens the menu.
  await press(page, 'r')
  await player(page).button('Settings').focus()
  await press(page, 'ContextMenu')
  const loop = page.getByRole('menuitemcheckbox', { name: 'Loop' })
  await expect(loop).toHaveAttribute('aria-checked', 'false')
  await expectAccessible(page)
  await press(page, 'Escape')
  await expect(page.getByRole('menu')).toBeHidden()
})

test.describe('the end of a video', () => {
  test.use({ isAutoplayOn: true })

  test('starts a countdown to the next video, which can be cancelled and waits while the player is out of view', async ({
    page,
    show: _,
    creator,
  }) => {
    // One column, so that the page is much longer than the window.
    await page.setViewportSize({ width: 900, height: 500 })
    await page.clock.install()
    await watch(page, creator.film)
    await player(page).region.focus()
    await press(page, 'End')
    await player(page).button('Cancel').click()
    await expect(page.getByText('Up next', { exact: true })).toBeVisible()
    await expect(player(page).region.getByText(/^0:04 \/ 0:04$/)).toBeVisible()
    await player(page).button('Replay').first().click()
    await expectPlayback(page, ({ time, isPaused }) => time < 3.5 && !isPaused)
    await expect(page.getByText('Up next', { exact: true })).toBeHidden()

    await press(page, 'End')
    const countdown = page.getByText(/^Up next in \d s/)
    await expect(countdown).toBeVisible()
    await page.getByRole('heading', { name: /comments?$/ }).scrollIntoViewIfNeeded()
    await expect(player(page).region).not.toBeInViewport({ ratio: 0.5 })
    // A jump of the clock counts down at most one second.
    for (let second = 0; second < 6; second += 1) await page.clock.fastForward(1000)
    await expect(countdown).toHaveCount(1)
    await expect(page).toHaveURL(watchPath(creator.film))
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(page).not.toHaveURL(watchPath(creator.film))
    await expectPlayback(page, ({ time }) => time > 0.2)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })

  test('a tap shows the controls, a double tap and a drag seek, a long press opens a menu, the settings are a sheet, and full screen is landscape', async ({
    page,
    show,
  }) => {
    await page.addInitScript(() => {
      const turns: string[] = []
      Object.assign(window, { turns })
      Object.assign(screen.orientation, {
        lock: async (to: string) => turns.push(to),
        unlock: () => turns.push('free'),
      })
    })
    const turns = () => page.evaluate(() => (window as unknown as { turns: string[] }).turns)
    await watch(page, show)
    const { x, y } = await pictureOf(page)
    await expect.poll(() => isHidden(page)).toBe(true)
    await page.touchscreen.tap(x, y - 40)
    await expect.poll(() => isHidden(page)).toBe(false)
    expect((await playback(page)).isPaused).toBe(false)
    await player(page).button('Settings').tap()
    const bottom = async () => {
      const sheet = await player(page).settings.boundingBox()
      return Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))
    }
    await expect.poll(bottom).toBe(800)
    await press(page, 'Escape')
    await expect(player(page).settings).toBeHidden()

    // With a finger on the seek bar, the time is shown above it.
    const devtools = await page.context().newCDPSession(page)
    const at = await seekBarAt(page, 0.5)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x ? [{ x, y: at.y }] : [] })
    await touch('touchStart', at.x)
    await touch('touchMove', at.x + 2)
    const time = player(page).region.getByText('0:12', { exact: true })
    await expect(time).toBeVisible()
    const { y: timeTop = 0, height: timeHeight = 0 } = (await time.boundingBox()) ?? {}
    expect(timeTop + timeHeight).toBeLessThan(at.y - 20)
    await touch('touchEnd')
    await expect(time).toBeHidden()
    await expectPlayback(page, (now) => now.time > 11.5)
    // A long press opens the menu.
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 40, y }] })
    await expect(page.getByRole('menu')).toBeVisible()
    await touch('touchEnd')
    await press(page, 'Escape')
    await expect(page.getByRole('menu')).toBeHidden()

    await press(page, 'f')
    await expect.poll(turns).toEqual(['landscape'])
    await press(page, 'f')
    await expect.poll(turns).toEqual(['landscape', 'free'])

    await press(page, '0')
    await press(page, 'k')
    await expectPlayback(page, ({ isPaused }) => isPaused)
    const { time: before } = await playback(page)
    // On a busy machine two taps may be too far apart to count as a double tap.
    await expect(async () => {
      for (let tap = 0; tap < 2; tap++) await page.touchscreen.tap(350, y)
      expect((await playback(page)).time).toBeGreaterThan(before + 9.5)
    }).toPass()
  })
})
