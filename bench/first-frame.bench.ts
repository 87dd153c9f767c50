import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Video } from '@vireo/contract'
import { longClip } from '../e2e/player.ts'
import { startSite } from '../e2e/site.ts'
import { uploadVideo, waitForVideo, watchPath } from '../e2e/videos.ts'
import { ensureChromium } from '../scripts/ensure-tools.ts'
import { median, report } from './report.ts'

// From the start of the navigation to the first picture of a video: a visitor's first visit to the watch page,
// against a bare page with nothing but a <video> and hls.js on the same files, in turns. Goal: at most 1.6 times.
const rounds = 15
const hlsModule = createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.mjs')
const site = await startSite()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const { client } = await site.signUp()
  const { _id } = await uploadVideo(client, { title: 'A long show', file: await longClip() })
  const video = await waitForVideo(client, _id, ({ storyboard }) => storyboard !== null)
  const bare: number[] = []
  const ours: number[] = []
  for (let i = 0; i < rounds; i++) {
    bare.push(await firstFrame(browser, '/bare.html', (page) => serveBarePage(page, video)))
    ours.push(await firstFrame(browser, watchPath(video)))
  }
  report('first frame on the watch page', median(ours), median(bare), 'ms', 1.6)
} finally {
  await browser.close()
  await site.close()
}

/** In a fresh browser profile, so that nothing is cached. */
async function firstFrame(from: Browser, path: string, prepare = async (_: Page) => {}): Promise<number> {
  const context = await from.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const note = (video: HTMLVideoElement) =>
      video.requestVideoFrameCallback(() => Object.assign(window, { firstFrame: performance.now() }))
    const observer = new MutationObserver(() => {
      const video = document.querySelector('video')
      if (!video) return
      observer.disconnect()
      note(video)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await prepare(page)
  await page.goto(path, { waitUntil: 'commit' })
  const seen = await page.waitForFunction(() => (window as { firstFrame?: number }).firstFrame)
  const time = Number(await seen.jsonValue())
  await context.close()
  return time
}

async function serveBarePage(page: Page, { hls }: Video): Promise<void> {
  const body = `<!doctype html><video autoplay controls></video><script type="module">
    import Hls from '/hls.mjs'
    const hls = new Hls()
    hls.loadSource(${JSON.stringify(hls)})
    hls.attachMedia(document.querySelector('video'))
  </script>`
  await page.route('**/bare.html', (route) => route.fulfill({ contentType: 'text/html', body }))
  const code = readFileSync(hlsModule, 'utf8')
  await page.route('**/hls.mjs', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
}
