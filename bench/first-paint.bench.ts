import { chromium } from '@playwright/test'
import { startSite } from '../e2e/site.ts'
import { ensureChromium } from '../scripts/ensure-tools.ts'
import { median, report } from './report.ts'

// The first paint of the home page on a slow network (400 kbit/s, 400 ms), compared with the arrival of the page's last
// byte in the same visit, before which nothing can be painted. Goal: at most twice as long. Without the boxes in
// index.html it waits for the stylesheet and the app.
const rounds = 7
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

const site = await startSite()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const times = { paint: [] as number[], arrival: [] as number[] }
  for (let i = 0; i < rounds; i++) {
    const { paint, arrival } = await visit()
    times.paint.push(paint)
    times.arrival.push(arrival)
  }
  report('first paint of the home page', median(times.paint), median(times.arrival), 'ms', 2)
} finally {
  await browser.close()
  await site.close()
}

/** A first visit with an empty cache. */
async function visit() {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.goto('/', { waitUntil: 'commit' })
  const times = await page.evaluate(async () => {
    const paint = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries()[0]?.startTime ?? 0)).observe({
        type: 'paint',
        buffered: true,
      })
    })
    const [navigation] = performance.getEntriesByType('navigation')
    return { paint, arrival: (navigation as PerformanceNavigationTiming).responseEnd }
  })
  await context.close()
  return times
}
