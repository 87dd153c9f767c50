import type { Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { clickControl, expectPlayback, player, watch } from '../../actions/player.ts'
import { videoListAddress, watchPath } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const media = (page: Page) => page.locator('section[aria-label="Video player"] > video')
const sourceOf = (page: Page) => media(page).evaluate((video: HTMLVideoElement) => video.currentSrc)
const press = (page: Page, key: string) => page.keyboard.press(key)

/** The text of the captions that the browser currently shows. */
const captionOn = (page: Page) =>
  media(page).evaluate((video: HTMLVideoElement) =>
    [...video.textTracks]
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => [...(activeCues ?? [])])
      .map((cue) => (cue as VTTCue).getCueAsHTML().textContent)
      .join(),
  )
const expectCaption = (page: Page, text: string) => expect.poll(() => captionOn(page)).toBe(text)

/** Presses a key and waits for its message, which disappears after 900 ms, so the page itself has to observe it. */
async function pressAndExpectMessage(page: Page, key: string, message: string): Promise<void> {
  const handle = await page.evaluateHandle((text) => {
    const isShown = () =>
      [...document.querySelectorAll('[role="status"]')].some(({ textContent }) => textContent === text)
    const shown = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (isShown()) resolve(observer.disconnect())
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    return { shown }
  }, message)
  await press(page, key)
  await handle.evaluate(({ shown }) => shown)
}

/** Makes the video with this title the page's related video. */
const showAsRelated = (page: Page, title: string) =>
  page.route(videoListAddress, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('query', title)
    return route.continue({ url: url.href })
  })

/** Pauses a newly opened video and seeks with a digit key. Waits until it plays, or it would start by itself. */
async function pauseAt(page: Page, tenths: string): Promise<void> {
  await expectPlayback(page, ({ time, frames }) => time > 0.3 && frames > 2)
  await expect(player(page).bar).toBeAttached()
  await media(page).evaluate((video: HTMLVideoElement) => video.pause())
  await press(page, tenths)
}

/** While the video is paused at its second caption, with German captions. */
async function useTranscript(page: Page) {
  // Choosing a line also plays the video, which would continue to the next line.
  await media(page).evaluate((video: HTMLVideoElement) => {
    video.play = async () => {}
  })
  const button = page.getByRole('button', { name: 'Transcript', exact: true })
  await button.click()
  const transcript = page.getByRole('region', { name: 'Transcript' })
  const line = (text: string) => transcript.getByRole('button', { name: text })
  await expect(transcript).toBeFocused()
  await expect(line('Zwei Zeilen auf einmal')).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  const [beside, shown] = [await transcript.boundingBox(), await player(page).region.boundingBox()]
  expect(beside?.x).toBeGreaterThan((shown?.x ?? 0) + (shown?.width ?? 0))
  await line('Zwei Zeilen auf einmal').press('ArrowUp')
  await expect(line('Guten Morgen')).toBeFocused()
  await press(page, 'Enter')
  await expectCaption(page, 'Guten Morgen')
  await expect(line('Guten Morgen')).toHaveAttribute('aria-current', 'true')
  await expectPlayback(page, ({ time }) => Math.abs(time - 0.2) < 0.05)

  await transcript.getByLabel('Language of the transcript').selectOption('English')
  await transcript.getByLabel('Search in the transcript').fill('MÖRNING')
  await expect(transcript.getByRole('status')).toHaveText('1 line found')
  await expect(line('2 < 3')).toHaveCount(0)
  await line('Good morning & hello').click()
  await player(page).region.focus()
  await clickControl(page, 'Settings')
  await player(page).choice('Captions', 'Deutsch (für alle)').click()
  await press(page, 'Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  const below = await transcript.boundingBox()
  expect(below?.y).toBeGreaterThan((await player(page).region.boundingBox())?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await transcript.press('Escape')
  await expect(transcript).toHaveCount(0)
  await expect(button).toBeFocused()
  await media(page).evaluate((video: HTMLVideoElement) => Reflect.deleteProperty(video, 'play'))
}

test('captions are toggled by their button and by c, chosen and styled in the settings and kept for the next video, and their transcript follows, is searched and seeks', async ({
  page,
  captioned: { first, second },
}) => {
  await showAsRelated(page, second.title)
  await page.goto(watchPath(first))
  const captions = player(page).button('Captions')
  await pauseAt(page, '3')
  await expect(captions).toHaveAttribute('aria-pressed', 'false')
  expect(await captionOn(page)).toBe('')
  await clickControl(page, 'Captions')
  await expectCaption(page, 'Good morning & hello')
  await expect(captions).toHaveAttribute('aria-pressed', 'true')
  await press(page, '6')
  await expectCaption(page, '2 < 3')
  await pressAndExpectMessage(page, 'c', 'Captions off')
  await expectCaption(page, '')

  await clickControl(page, 'Settings')
  const choices = page.getByRole('group', { name: 'Captions' }).getByRole('radio')
  await expect(choices).toHaveCount(3)
  await expect(choices.first()).toBeChecked()
  await player(page).choice('Captions', 'Deutsch (für alle)').click()
  await expectCaption(page, 'Zwei Zeilen\nauf einmal')
  await player(page).choice('Caption size', '150 %').click()
  await player(page).choice('Caption background', 'None').click()
  const sample = player(page).settings.getByText('Captions look like this')
  await expect(sample).toHaveCSS('font-size', '24px')
  await expectAccessible(page)
  await press(page, 'Escape')
  await useTranscript(page)

  const source = await sourceOf(page)
  await page.getByRole('link', { name: second.title }).first().click()
  await expect(page).toHaveURL(watchPath(second))
  // The address changes while the player still shows the previous video.
  await expect.poll(() => sourceOf(page)).not.toBe(source)
  await pauseAt(page, '3')
  await expectCaption(page, 'Guten Morgen')
  await page.reload()
  await expect(captions).toHaveAttribute('aria-pressed', 'true')
  await expect(media(page)).toHaveAttribute('data-caption-size', 'large')
  await expect(media(page)).toHaveAttribute('data-caption-background', 'none')
  await clickControl(page, 'Settings')
  await player(page).choice('Captions', 'Off').click()
  await expect(captions).toHaveAttribute('aria-pressed', 'false')
})

test('the transcript follows the video until the person scrolls, and again when they click the button or choose a line', async ({
  page,
  site,
  creator,
}) => {
  const { client } = creator
  const film = await site.addVideo(creator, { title: 'A film with many words', clip: 'film' })
  const form = new FormData()
  form.append('language', 'en')
  form.append('captions', new Blob([captionsWith(100, film.duration)]), 'words.vtt')
  await client.call(api.videos.setCaptions, { params: { id: film._id }, form })
  await page.goto(watchPath(film))
  await pauseAt(page, '5')
  await page.getByRole('button', { name: 'Transcript', exact: true }).click()
  const transcript = page.getByRole('region', { name: 'Transcript' })
  const current = transcript.locator('[aria-current]')
  const follow = transcript.getByRole('button', { name: 'Follow the video' })
  await expect(current).toContainText('Line 50')
  await expect(current).toBeInViewport()
  await expect(follow).toHaveCount(0)

  await transcript.hover()
  await page.mouse.wheel(0, 400)
  await expect(follow).toBeVisible()
  await player(page).region.focus()
  await press(page, '1')
  // Rows far from the visible part are not rendered.
  await expect(current).toHaveCount(0)
  await follow.click()
  await expect(current).toContainText('Line 10')
  await expect(current).toBeInViewport()
  await transcript.hover()
  await page.mouse.wheel(0, 400)
  await expect(follow).toBeVisible()
  await transcript.getByRole('button', { name: 'Line 20' }).click()
  await expect(follow).toHaveCount(0)

  await transcript.getByLabel('Search in the transcript').fill('Line 3')
  await transcript.getByRole('button', { name: 'Line 30' }).click()
  await press(page, 'ArrowUp')
  await expect(transcript.getByRole('button', { name: /Line 3$/ })).toBeFocused()
})

/** Consecutive lines until the end of the video. The middle is within line 50, not at its start. */
function captionsWith(count: number, duration: number): string {
  const timeAt = (index: number) =>
    `00:${((Math.max(0, index - 0.5) * duration) / count).toFixed(3).padStart(6, '0')}`
  const cues = Array.from({ length: count }, (_, i) => `${timeAt(i)} --> ${timeAt(i + 1)}\nLine ${i}\n`)
  return ['WEBVTT\n', ...cues].join('\n')
}

test('the seek bar shows the buffered range, i toggles picture in picture, and c shows “No captions” if there are none', async ({
  page,
  show,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/media/**/*.mp4', async (route) => {
    const from = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? '')?.[1] ?? 0)
    if (from > 60_000) await released
    await route.continue()
  })
  const loadedEnd = () =>
    media(page).evaluate(({ buffered }: HTMLVideoElement) => buffered.end(buffered.length - 1))
  const shownEnd = () =>
    player(page)
      .seek.locator('..')
      .locator('[style*="scale"]')
      .evaluate((bar) => Number(getComputedStyle(bar).scale.split(' ')[0]) * 24)
  await watch(page, show)
  await press(page, 'k')
  await expect.poll(async () => Math.abs((await shownEnd()) - (await loadedEnd()))).toBeLessThanOrEqual(1)
  expect(await loadedEnd()).toBeLessThan(20)
  release()
  await expect.poll(shownEnd).toBe(24)
  expect(await loadedEnd()).toBeGreaterThan(23)

  const isPip = () => page.evaluate(() => document.pictureInPictureElement?.tagName)
  expect(await page.evaluate(() => document.pictureInPictureEnabled)).toBe(true)
  await clickControl(page, 'Picture in picture')
  await expect.poll(isPip).toBe('VIDEO')
  await expect(player(page).button('Picture in picture')).toHaveAttribute('aria-pressed', 'true')
  await press(page, 'i')
  await expect.poll(isPip).toBeUndefined()
  await expect(player(page).button('Picture in picture')).toHaveAttribute('aria-pressed', 'false')

  await pressAndExpectMessage(page, 'c', 'No captions')
  await expect(player(page).button('Captions')).toHaveCount(0)
})
