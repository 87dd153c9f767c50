import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { cardOf, watchPath } from '../../e2e/actions/videos.ts'
import { startSite } from '../../e2e/support/site.ts'
import { ensureChromium } from '../../scripts/lib/ensure-tools.ts'
import { webDist } from '../../server/src/http/files/web-files.ts'
import { median, report } from '../tools/report.ts'

// The time from a click or the start of a navigation to the first frame of a video, measured alternately with a bare
// page of only a <video> and hls.js, with the same files from the same server. Goal: at most 1.6 times as long.
const rounds = 11
const bare = { page: 'bare.html', script: 'bare.mjs', hls: 'bare-hls.mjs' }
const bareFiles = Object.values(bare).map((name) => join(webDist, name))
const hlsModule = createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.mjs')

// In the app's folder, so that it gets the same headers; the server lists its files when it starts.
writeBarePage()
const site = await startSite().catch((error: unknown) => {
  removeBarePage()
  throw error
})
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const video = await site.addVideo(await site.signUp(), { title: 'A long show', clip: 'show' })
  const bareVisit = (page: Page) => open(page, `/${bare.page}?${video.hls}`)
  const visit = (page: Page) => open(page, watchPath(video))
  const click = async (page: Page) => {
    await page.goto('/')
    const link = cardOf(page, video.title).getByRole('link', { name: video.title })
    await link.evaluate((element: HTMLElement) => {
      performance.mark('start')
      element.click()
    })
    return firstFrame(page)
  }
  await compare('a click on the home page', bareVisit, click, 3)
  await compare('a visit with the code in the browser’s cache', bareVisit, visit, 3)
  await compare('the very first visit', bareVisit, visit, 1)
} finally {
  await browser.close()
  await site.close()
  removeBarePage()
}

type Visit = (page: Page) => Promise<number>

/** Alternates between the two. Of several visits with one profile only the last counts; the others fill the cache. */
async function compare(name: string, theirs: Visit, ours: Visit, visits: number) {
  const times = { theirs: [] as number[], ours: [] as number[] }
  for (let i = 0; i < rounds; i++) {
    times.theirs.push(await lastOf(visits, theirs))
    times.ours.push(await lastOf(visits, ours))
  }
  report(`first frame after ${name}`, median(times.ours), median(times.theirs), 'ms', 1.6)
}

async function lastOf(visits: number, visit: Visit): Promise<number> {
  const context = await browser.newContext({ baseURL: site.origin })
  await markFirstFrame(context)
  let time = 0
  for (let i = 0; i < visits; i++) {
    const page = await context.newPage()
    time = await visit(page)
    await page.close()
  }
  await context.close()
  return time
}

async function markFirstFrame(context: BrowserContext) {
  await context.addInitScript(() => {
    // The home page has no <video> until the pointer rests on a card.
    const observer = new MutationObserver(() => {
      const video = document.querySelector('video')
      if (!video) return
      observer.disconnect()
      video.requestVideoFrameCallback(() => performance.mark('frame'))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

async function open(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  return firstFrame(page)
}

async function firstFrame(page: Page): Promise<number> {
  const seen = await page.waitForFunction(() => {
    const [frame] = performance.getEntriesByName('frame')
    const [start] = performance.getEntriesByName('start')
    return frame && frame.startTime - (start?.startTime ?? 0)
  })
  return Number(await seen.jsonValue())
}

function removeBarePage() {
  for (const file of bareFiles) rmSync(file, { force: true })
}

function writeBarePage() {
  cpSync(hlsModule, join(webDist, bare.hls))
  writeFileSync(
    join(webDist, bare.page),
    `<!doctype html><video autoplay controls></video><script type="module" src="/${bare.script}"></script>`,
  )
  writeFileSync(
    join(webDist, bare.script),
    `import Hls from '/${bare.hls}'
     const hls = new Hls()
     hls.loadSource(location.search.slice(1))
     hls.attachMedia(document.querySelector('video'))`,
  )
}
