import { chromium, type Page } from '@playwright/test'
import { watchPath } from '../../e2e/actions/videos.ts'
import { startSite } from '../../e2e/support/site.ts'
import { ensureChromium } from '../../scripts/lib/ensure-tools.ts'
import { connect } from '../../server/src/db/sql.ts'
import { report } from '../tools/report.ts'

// Scrolling a page with 10,000 loaded comments, compared with the same page and its first hundred.
// Goal: the 95th percentile of the frame time is at most 1.5 times as long.
const comments = 10_000
const wheelEvents = 60

const site = await startSite()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const owner = await site.signUp()
  const { _id } = await site.addVideo(owner, { title: 'Much talked about' })
  await fill(_id, owner.person.username)
  const page = await browser.newPage({ baseURL: site.origin, viewport: { width: 1280, height: 800 } })
  await page.addInitScript(() => localStorage.setItem('player', JSON.stringify({ isAutoplayOn: false })))
  await page.goto(watchPath({ _id }))
  await loadUntil(page, 100)
  const few = await scrollAround(page)
  await loadUntil(page, comments)
  const many = await scrollAround(page)
  report('a frame while scrolling among 10,000 comments', many, few, 'ms', 1.5)
} finally {
  await browser.close()
  await site.close()
}

/** Writes directly to the site's database, because posting the comments would take a day. */
async function fill(videoId: string, username: string) {
  const sql = connect(site.databaseUrl)
  await sql`
    insert into comments (id, video_id, owner_id, content, created_at, updated_at)
    select gen_random_uuid(), ${videoId}, users.id, 'Comment ' || n || repeat(' with some words', n % 12),
      now() - n * interval '1 minute', now()
    from users, generate_series(1, ${comments}) n where username = ${username}`
  await sql.end()
}

/** Scrolls to the end until that many comments are loaded. */
async function loadUntil(page: Page, wanted: number) {
  await page.evaluate(async (count) => {
    const list = document.getElementsByTagName('article')
    while (list.length < count) {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
  }, wanted)
}

/** Scrolls up and down in the middle of the list; returns the 95th percentile of the time between two frames. */
async function scrollAround(page: Page): Promise<number> {
  await page.mouse.move(400, 600)
  await page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })
  })
  const frames = page.evaluate(async (ms) => {
    const times: number[] = []
    const end = performance.now() + ms
    for (let last = performance.now(); last < end; ) {
      const now = await new Promise(requestAnimationFrame)
      times.push(now - last)
      last = now
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  }, 4000)
  for (let i = 0; i < wheelEvents; i++) await page.mouse.wheel(0, i % 20 < 10 ? 300 : -300)
  return frames
}
