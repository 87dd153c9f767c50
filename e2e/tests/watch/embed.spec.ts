import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/fixtures.ts'
import { openOtherSite } from '../../support/other-site.ts'
import { expect, test } from '../../support/test.ts'

const embedPath = ({ _id }: { _id: string }, query = '') => `/embed/${_id}${query}`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const timeOf = (page: Page) => page.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)

test('a page of another site shows the player, controls it with the helper of the documentation, and receives its events', async ({
  page,
  site,
  serve,
  show,
}) => {
  const other = await openOtherSite(page, serve, `src="${site.origin}${embedPath(show, '?start=5')}"`)
  const { inside, messages, command } = other
  const events = async () => (await messages()).map(({ event }) => event)
  const state = () => command((player) => player.getState())
  await expect.poll(events).toEqual(['ready'])
  expect(await state()).toMatchObject({ time: 5, paused: true, ended: false, muted: false, captions: null })
  // Nothing has been loaded yet.
  await command((player) => player.seek(7))
  expect(await state()).toMatchObject({ time: 7, paused: true })
  const title = inside.getByRole('link', { name: show.title })
  await expect(title).toHaveAttribute('href', `${site.origin}/watch/${show._id}`)
  await expect(title).toHaveAttribute('target', '_blank')
  await expect(title).toHaveAttribute('rel', 'noopener')

  // The pressed button is gone, so the focus is on the one that replaced it.
  await inside.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expect(inside.getByRole('button', { name: 'Pause', exact: true })).toBeFocused()
  await expect
    .poll(async () => (await messages()).findLast(({ event }) => event === 'timeupdate')?.state.time)
    .toBeGreaterThan(7.3)
  expect(await events()).toContain('play')
  // The system's media controls show the same title.
  expect(await page.frames()[1]?.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(show.title)

  await command((player) => player.pause())
  await expect.poll(events).toContain('pause')
  const before = (await messages()).length
  await command((player) => {
    player.seek(12)
    player.setVolume(0.4)
    player.setPlaybackRate(1.5)
    player.mute()
  })
  await expect
    .poll(state)
    .toMatchObject({ time: 12, volume: 0.4, playbackRate: 1.5, muted: true, paused: true })
  const newEvents = async () => (await messages()).slice(before)
  const timeAtUpdate = async () =>
    (await newEvents()).findLast(({ event }) => event === 'timeupdate')?.state.time
  await expect.poll(timeAtUpdate).toBe(12)
  await expect.poll(async () => (await newEvents()).map(({ event }) => event)).toContain('volumechange')

  // Keys work in the frame; invalid messages and messages of other windows have no effect.
  await inside.getByRole('button', { name: 'Play', exact: true }).press('m')
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector('iframe') as HTMLIFrameElement
    for (const message of [
      'play',
      null,
      { vireo: 1, type: 'seek', seconds: '1' },
      { vireo: 2, type: 'play' },
    ])
      contentWindow?.postMessage(message, '*')
  })
  await page.frames()[1]?.evaluate(() => window.postMessage({ vireo: 1, type: 'seek', seconds: 1 }, '*'))
  await expect.poll(state).toMatchObject({ time: 12, muted: false, paused: true })
  await inside.getByRole('slider', { name: 'Seek' }).press('ArrowRight')
  await expect.poll(state).toMatchObject({ time: 17 })

  await command((player) => {
    player.seek(23.8)
    player.play()
  })
  await expect.poll(events).toContain('ended')
  await expect(inside.getByRole('link', { name: 'Watch on Vireo' })).toHaveCount(2)
  await inside.getByRole('main').getByText('Replay').press('Enter')
  await expect(inside.getByRole('button', { name: 'Pause', exact: true })).toBeFocused()
  await expect.poll(state).toMatchObject({ ended: false, paused: false })
  const { time } = (await state()) as { time: number }
  expect(time).toBeLessThan(20)
})

test.describe('without an origin', () => {
  // With extra headers, each request would need a preflight request, which no real browser sends here.
  test.use({ extraHTTPHeaders: {} })

  test('the player in a sandboxed frame without an origin starts muted by itself, plays on at the end and shows the captions of its address; no other page of the site is shown in a frame', async ({
    page,
    site,
    serve,
    captioned: { first },
    expectErrors,
  }) => {
    const source = `${site.origin}${embedPath(first, '?autoplay=1&muted=1&loop=1&captions=de')}`
    const other = await openOtherSite(page, serve, `sandbox="allow-scripts" src="${source}"`)
    const times = async () =>
      (await other.messages()).filter(({ event }) => event === 'timeupdate').map(({ state }) => state.time)
    await expect
      .poll(async () => (await times()).some((time, i, all) => time + 0.3 < (all[i - 1] ?? 0)))
      .toBe(true)
    expect((await other.messages()).some(({ event }) => event === 'ended' || event === 'error')).toBe(false)
    const state = () => other.command((player) => player.getState())
    expect(await state()).toMatchObject({ captions: 'de', muted: true, captionLanguages: ['en', 'de'] })
    const cues = () =>
      page.frames()[1]?.evaluate(() => {
        const [track] = [...(document.querySelector('video')?.textTracks ?? [])].filter(
          ({ mode }) => mode === 'showing',
        )
        return track?.cues?.length ?? 0
      })
    await expect.poll(cues).toBeGreaterThan(0)
    await other.command((player) => player.setCaptions('en'))
    await expect.poll(state).toMatchObject({ captions: 'en' })
    await other.command((player) => player.setCaptions('de'))
    await other.command((player) => player.setCaptions(null))
    await expect.poll(state).toMatchObject({ captions: null })
    // Not the captions in the browser's language.
    await other.inside.getByRole('button', { name: 'Mute' }).press('c')
    await expect.poll(state).toMatchObject({ captions: 'de' })

    expectErrors(/frame-ancestors|chromewebdata/)
    await page.locator('iframe').evaluate((frame: HTMLIFrameElement, address) => {
      frame.removeAttribute('sandbox')
      frame.src = address
    }, `${site.origin}/watch/${first._id}`)
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  })
})

test('the player works in the smallest frame, by keyboard and accessibly, starts again after a failure, and counts a view without telling who watches, but none in a page of this site', async ({
  page,
  site,
  show,
  stage: { short },
  signedIn: _,
  expectErrors,
}) => {
  await page.setViewportSize({ width: 200, height: 120 })
  await page.goto(embedPath(show))
  await expectAccessible(page)
  expectErrors(/404/)
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('alert')).toContainText('This video can’t be played right now.')
  await expectAccessible(page)
  await page.unroute('**/media/**')
  await page.keyboard.press('Space')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  // Held down, a key mutes once.
  await page.keyboard.down('m')
  await page.keyboard.down('m')
  await page.keyboard.up('m')
  await expect(button(page, 'Mute')).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'Settings').click()
  await expectAccessible(page)
  await page.getByLabel('Playback speed').selectOption('1.5×')
  await page.getByLabel('Quality').selectOption({ index: 1 })
  await page.keyboard.press('Escape')
  await expect(button(page, 'Settings')).toBeFocused()
  expect(await page.locator('video').evaluate((media: HTMLVideoElement) => media.playbackRate)).toBe(1.5)
  await page.setViewportSize({ width: 640, height: 360 })
  const bar = await page.getByRole('slider', { name: 'Seek' }).boundingBox()
  await page.mouse.click((bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + 8)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(11)
  expect(await page.evaluate(() => localStorage.getItem('player'))).not.toContain('1.5')

  const isView = (address: string) => address.includes(`/video/view/${short._id}`)
  const [view] = await Promise.all([
    page.waitForResponse((response) => isView(response.url())),
    page.goto(embedPath(short, '?autoplay=1&muted=1')),
  ])
  expect(await view.request().headerValue('cookie')).toBe(null)
  expect(await view.json()).toMatchObject({ data: { isCounted: true } })
  await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible()
  await expectAccessible(page)

  const reports: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(short._id)) reports.push(request.url())
  })
  await page.goto('/tweets')
  await page.evaluate(
    (src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src, allow: 'autoplay' }))
    },
    embedPath(short, '?autoplay=1&muted=1'),
  )
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('button', { name: 'Replay' }).first()).toBeVisible()
  // When the video ends for the second time, the first time would have been reported already.
  await preview.locator('video').evaluate(
    (media) =>
      new Promise((resolve) => {
        media.addEventListener('ended', resolve, { once: true })
        document.getElementById('replay')?.click()
      }),
  )
  expect(reports).toEqual([])

  await page.goto(`${site.origin}/embed/none`)
  await expect(page.getByRole('heading', { name: 'Video unavailable' })).toBeVisible()
  await expectAccessible(page)
})
