import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { expectNoSidewaysScroll } from '../../actions/account.ts'
import { expectPlayback, playback, player, watch } from '../../actions/player.ts'
import { codeOf } from '../../actions/shell.ts'
import { enterAs, holdRequests, watchPath } from '../../actions/videos.ts'
import { addComment, expectPlaying, menuButton, type Stage, timeOf, title } from '../../actions/watch.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { toast } from '../../support/toasts.ts'

const main = (page: Page) => page.getByRole('main')
const related = (page: Page) => page.getByRole('region', { name: 'Related videos' })

for (const [device, viewport] of [
  ['a laptop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 800 }],
] as const)
  test(`a video starts before its page has loaded, after one API call, and continues inside the page, on ${device}`, async ({
    page,
    stage,
  }) => {
    await page.setViewportSize(viewport)
    const [app, shell] = [await holdRequests(page, codeOf('base')), await holdRequests(page, codeOf('shell'))]
    const calls: string[] = []
    const playlists: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname)
      // Before all qualities exist, the playlist is called source-master.m3u8.
      if (request.url().endsWith('master.m3u8')) playlists.push(request.url())
    })
    const video = page.locator('video')
    await page.goto(watchPath(stage.film), { waitUntil: 'commit' })
    const timeNow = () => video.evaluate((media: HTMLVideoElement) => media.currentTime)
    await expect.poll(timeNow).toBeGreaterThan(0.3)
    expect(calls).toEqual([`/api/v1/video/id/${stage.film._id}`])
    await expect(page.locator('.frame-bar')).toBeVisible()
    app.release()
    await expect(title(page)).toHaveCount(0)
    const before = { time: await timeNow(), box: await video.boundingBox() }
    await video.evaluate((media) =>
      media.addEventListener('pause', () => media.setAttribute('data-was-paused', '')),
    )

    shell.release()
    await expect(title(page)).toHaveText(stage.film.title)
    await expectPlaying(page)
    expect(await timeOf(page)).toBeGreaterThan(before.time)
    expect(await video.boundingBox()).toEqual(before.box)
    await expect(video).not.toHaveAttribute('data-was-paused')
    expect(playlists).toHaveLength(1)
  })

test('the layout does not shift while the page loads', async ({ page, stage, signedIn }) => {
  await addComment(signedIn.client, stage.film._id, 'Here to take some room')
  await page.addInitScript(() => {
    const scope = window as unknown as { shift: number }
    scope.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) scope.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await watch(page, stage.film)
  await expect(page.getByText('Here to take some room').first()).toBeVisible()
  await expect(related(page).getByRole('article').first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02)
})

test.describe('watching', () => {
  const historyAddress = addressOf(api.history.add).replace(':videoId', '')
  const history = async ({ client }: { client: Stage['client'] }) => {
    const { data } = await client.call(api.history.list)
    return data.map(({ video }) => video._id)
  }

  test('is recorded in the history once the video plays, and continues where it was left, even on another device', async ({
    page,
    browser,
    site,
    stage,
    signedIn,
  }) => {
    const line = await holdRequests(page, /\.m3u8/)
    await page.goto(watchPath(stage.film))
    await expect(title(page)).toBeVisible()
    expect(await history(signedIn)).toEqual([])
    const noted = page.waitForResponse(`**${historyAddress}${stage.film._id}`)
    line.release()
    expect((await noted).ok()).toBe(true)
    expect(await history(signedIn)).toEqual([stage.film._id])

    // The position is saved when the viewer leaves for another page.
    await expect(player(page).bar).toBeAttached()
    await page.keyboard.press('5')
    await expect.poll(() => timeOf(page)).toBeGreaterThan(12)
    const left = page.waitForRequest((request) => request.postDataJSON()?.position > 12)
    await page.getByRole('banner').getByRole('link', { name: 'Vireo, home' }).click()
    await left
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(12)
    // The player in the corner has controls too, but no keys for the whole page.
    await expect(player(page).button('Full screen')).toBeAttached()

    await page.keyboard.press('5')
    await expectPlayback(page, ({ time }) => time > 12.2 && time < 19)
    const saved = page.waitForResponse((response) => response.request().postDataJSON()?.position > 12)
    await page.keyboard.press('k')
    expect((await saved).ok()).toBe(true)
    const context = await browser.newContext({ baseURL: site.origin })
    const second = await context.newPage()
    await enterAs(second, site, signedIn.client)
    await watch(second, stage.film)
    const { time } = await playback(second)
    expect(time).toBeGreaterThan(12)
    expect(time).toBeLessThan(19)
    // The time in the address takes precedence.
    await second.goto(`${watchPath(stage.film)}?t=0m5s`)
    await expectPlayback(second, ({ time: now }) => now >= 5 && now < 11)
    await context.close()
  })

  test('continues without the history, and after a lost connection, which is announced', async ({
    page,
    stage,
    signedIn: _,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
    await page.route(`**${historyAddress}**`, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(historyAddress))
    // Only the start of the file may load before the connection is cut.
    await page.route('**/media/**/*.mp4', async (route) => {
      const from = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? '')?.[1] ?? 0)
      await (from > 60_000 ? route.abort('internetdisconnected') : route.continue())
    })
    await watch(page, stage.film)
    await failed
    await expectPlaying(page)
    await expect(toast(page, '')).toHaveCount(0)

    await page.context().setOffline(true)
    await page.keyboard.press('9')
    await expect(page.getByText('You are offline')).toBeVisible()
    await expect(page.getByText('Connection lost. Trying again…')).toBeVisible()
    await page.unroute('**/media/**/*.mp4')
    await page.context().setOffline(false)
    await expectPlayback(page, ({ time, isPaused }) => time > 21.7 && !isPaused)
    await expect(page.getByText('Connection lost. Trying again…')).toBeHidden()
  })

  test('counts as a view once enough of the video was played, and its creator sees the played parts', async ({
    page,
    site,
    stage: { short, client },
  }) => {
    const watchTime = async () => {
      const { data } = await client.call(api.statistics.ofVideo, { params: { id: short._id }, query: {} })
      return data.days.at(-1)?.watchSeconds ?? 0
    }
    const counted = page.waitForResponse(`**/api/v1/video/view/${short._id}`)
    await page.goto(watchPath(short))
    expect((await (await counted).json()).data).toEqual({ isCounted: true })
    await expect(
      main(page)
        .getByText(/^1 view/)
        .first(),
    ).toBeVisible()
    // Reported when the video has ended.
    const reported = async () => (await site.sql`select from video_play_events`).length
    await expect.poll(reported).toBeGreaterThan(0)
    await site.runJobs()
    expect((await client.call(api.videos.get, { params: { id: short._id } })).data.views).toBe(1)
    expect(await watchTime()).toBeGreaterThan(0.5)

    await enterAs(page, site, client)
    await page.goto(watchPath(short))
    await menuButton(page).click()
    await page.getByRole('menuitem', { name: 'Statistics' }).click()
    await expect(main(page).getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Views of each day from/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Audience from the beginning/ })).toBeVisible()
    // The last day is today; the arrow key chooses the day before.
    await page.getByRole('slider', { name: 'Day' }).first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText(/^\w{3}, \w{3} \d+: 0 views$/)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
})
