import { chromium, type Page } from '@playwright/test'
import { dropPageData } from '../../e2e/support/fixtures.ts'
import { startSite } from '../../e2e/support/site.ts'
import { ensureChromium } from '../../scripts/lib/ensure-tools.ts'
import { picture } from '../../server/test/content/pictures.ts'
import { median, report } from '../tools/report.ts'
import { uploadVideo } from '../tools/upload-video.ts'

// The home page on slow networks, on a first visit with an empty cache.
// - The first paint (400 kbit/s, 400 ms), compared with the arrival of the page's last byte in the same visit, because
//   nothing can be painted before that. Goal: at most twice as long. Without the boxes in index.html, it would wait for
//   the stylesheet and the app.
// - The largest contentful paint (1.6 Mbit/s, 150 ms), compared with the same page when it has to request its data.
//   Goal: no longer.
const rounds = 7
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const mobile = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

const site = await startSite()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const { client } = await site.signUp()
  // As large as a real video's.
  const thumbnail = await picture(1280, 720).blur(6).png().toBuffer()
  for (let i = 1; i <= 6; i++) await uploadVideo(client, `Clip number ${i}`, 'tiny', thumbnail)
  const paints = await repeat(() => visit(slow, readFirstPaint))
  report('first paint of the home page', medianOf(paints, 'paint'), medianOf(paints, 'arrival'), 'ms', 2)
  const contents = await repeat(async () => ({
    sent: await visit(mobile, readLargestPaint),
    requested: await visit(mobile, readLargestPaint, dropPageData),
  }))
  report(
    'largest contentful paint of the home page',
    medianOf(contents, 'sent'),
    medianOf(contents, 'requested'),
    'ms',
    1,
  )
} finally {
  await browser.close()
  await site.close()
}

async function repeat<Times>(measure: () => Promise<Times>): Promise<Times[]> {
  const results: Times[] = []
  for (let i = 0; i < rounds; i++) results.push(await measure())
  return results
}

function medianOf<Name extends string>(results: Record<Name, number>[], name: Name) {
  return median(results.map((times) => times[name]))
}

async function visit<Times>(
  network: typeof slow,
  read: (page: Page) => Promise<Times>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Times> {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await prepare?.(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await page.goto('/', { waitUntil: 'commit' })
  const times = await read(page)
  await context.close()
  return times
}

function readFirstPaint(page: Page) {
  return page.evaluate(async () => {
    const paint = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries()[0]?.startTime ?? 0)).observe({
        type: 'paint',
        buffered: true,
      })
    })
    const [navigation] = performance.getEntriesByType('navigation')
    return { paint, arrival: (navigation as PerformanceNavigationTiming).responseEnd }
  })
}

/** The time when a video's first picture was painted; the placeholders before it count as content, too. */
function readLargestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const isPicture = (entry: PerformanceEntry) => 'url' in entry && String(entry.url).includes('/media/')
        new PerformanceObserver((list) => {
          const picture = list.getEntries().find(isPicture)
          if (picture) resolve(picture.startTime)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
