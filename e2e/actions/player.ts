import { expect, type Locator, type Page } from '@playwright/test'
import type { Video } from '@vireo/contract'
import { topBar } from './shell.ts'
import { watchPath, withVideos } from './videos.ts'

interface Fixtures {
  show: Video
  captioned: { first: Video; second: Video }
}

export const withShow = withVideos.extend<Fixtures>({
  /** A video with everything the player can show: qualities, and pictures for the seek bar. */
  show: async ({ site, creator }, use) =>
    use(await site.addVideo(creator, { title: 'A long show', clip: 'show' })),
  /** Two short videos with English and German captions; the German ones have different labels. */
  captioned: async ({ site, creator }, use) => {
    const first = await site.addVideo(creator, { title: 'Captions in Matroska', clip: 'captionsMkv' })
    await use({
      first,
      second: await site.addVideo(creator, { title: 'Captions in MP4', clip: 'captionsMp4' }),
    })
  },
})

/** The state of the <video> element, which owns the playback. */
export const playback = (page: Page) =>
  page.locator('section[aria-label="Video player"] > video').evaluate((media: HTMLVideoElement) => ({
    time: media.currentTime,
    isPaused: media.paused,
    isMuted: media.muted,
    volume: media.volume,
    speed: media.playbackRate,
    height: media.videoHeight,
    frames: media.getVideoPlaybackQuality().totalVideoFrames,
  }))

type Playback = Awaited<ReturnType<typeof playback>>

/** Locators of the player's controls. */
export const player = (page: Page) => {
  const region = page.getByRole('region', { name: 'Video player' })
  return {
    region,
    button: (name: string): Locator => region.getByRole('button', { name, exact: true }),
    seek: region.getByRole('slider', { name: 'Seek' }),
    volume: region.getByRole('slider', { name: 'Volume' }),
    settings: page.getByRole('dialog', { name: 'Settings' }),
    /** An option in a group of the settings, by its text. */
    choice: (group: string, text: string): Locator =>
      page.getByRole('group', { name: group }).getByText(text, { exact: true }),
    bar: region.locator('div[data-controls]').first(),
  }
}

export async function expectPlayback(page: Page, matches: (now: Playback) => boolean): Promise<void> {
  await expect.poll(async () => matches(await playback(page))).toBe(true)
}

/** Opens a video and waits until it plays. */
export async function watch(page: Page, video: Pick<Video, '_id'>): Promise<void> {
  await page.goto(watchPath(video))
  await expectPlayback(page, ({ time, frames }) => time > 0.3 && frames > 2)
  // The video plays before its controls have loaded.
  await expect(player(page).bar).toBeAttached()
}

/** A point on the picture, away from the controls. */
export async function pictureOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await player(page).region.boundingBox()
  if (!box) throw new Error('There is no player')
  return { x: box.x + box.width / 2, y: box.y + box.height / 3 }
}

/** Moves the pointer to show the controls: while hidden, they cannot be clicked. */
async function showControls(page: Page): Promise<void> {
  const { x, y } = await pictureOf(page)
  await page.mouse.move(x, y)
  await page.mouse.move(x + 4, y + 4)
  await expect(player(page).bar).toHaveCSS('opacity', '1')
}

export async function clickControl(page: Page, name: string): Promise<void> {
  await showControls(page)
  await player(page).button(name).click()
}

/** The point at a fraction (0 to 1) of the seek bar. */
export async function seekBarAt(page: Page, fraction: number): Promise<{ x: number; y: number }> {
  await showControls(page)
  const box = await player(page).seek.locator('..').boundingBox()
  if (!box) throw new Error('The seek bar is not there')
  return { x: box.x + box.width * fraction, y: box.y + box.height - 8 }
}

export const mini = (page: Page): Locator => page.getByRole('region', { name: 'Mini-player' })

/** Plays a video until it could continue in a corner; the code for that is loaded when the video plays. */
export async function watchForMini(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectPlayback(page, ({ time, frames }) => time > 0.3 && frames > 2)
  // So slow that the video does not end before the test.
  await player(page)
    .region.locator('video')
    .evaluate((element: HTMLVideoElement) => {
      element.playbackRate = 0.25
    })
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ cssRules }) =>
      [...cssRules].some(({ cssText }) => cssText.includes('.mini-player')),
    ),
  )
}

export async function goHome(page: Page): Promise<void> {
  await topBar(page).getByRole('link', { name: 'Vireo, home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()
}
