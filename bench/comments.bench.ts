import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startSite } from '../e2e/site.ts'
import { publishVideo, watchPath } from '../e2e/videos.ts'
import { ensureChromium } from '../scripts/ensure-tools.ts'
import { connect } from '../server/src/db/sql.ts'
import { report } from './report.ts'

// Turning the wheel over a page with 10,000 comments loaded, against the same page with its first hundred.
// Goal: 95 of 100 frames come at most 1.5 times as late.
const comments = 10_000
const turns = 60

const site = await startSite()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const { person, client } = await site.signUp()
  const { _id } = await publishVideo(client, { title: 'Much talked about' })
  await fill(_id, person.username)
  const page = await browser.newPage({ baseURL: site.origin, viewport: { width: 1280, height: 800 } })
  await page.addInitScript(() => localStorage.setItem('player', JSON.stringify({ isAutoplayOn: false })))
  await page.goto(watchPath({ _id }))
  await loadUntil(page, 100)
  const few = await turnWheel(page)
  await loadUntil(page, comments)
  const many = await turnWheel(page)
  report('a frame while scrolling among 10,000 comments', many, few, 'ms', 1.5)
} finally {
  await browser.close()
  await site.close()
}

/** Into the site's own database: people would take a day. */
async function fill(videoId: string, username: string) {
  const password = (await readFile(join(site.dataDir, 'postgres.password'), 'utf8')).trim()
  const [, , , port] = (await readFile(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const sql = connect(`postgres://vireo:${password}@127.0.0.1:${port}/vireo`)
  await sql`
    insert into comments (id, video_id, owner_id, content, created_at, updated_at)
    select gen_random_uuid(), ${videoId}, users.id, 'Comment ' || n || repeat(' with some words', n % 12),
      now() - n * interval '1 minute', now()
    from users, generate_series(1, ${comments}) n where username = ${username}`
  await sql.end()
}

/** Goes to the end again and again, as more come there. */
async function loadUntil(page: Page, wanted: number) {
  await page.evaluate(async (count) => {
    const list = document.getElementsByTagName('article')
    while (list.length < count) {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
  }, wanted)
}

/** Up and down in the middle of what is loaded; the 95th percentile of the time between two frames. */
async function turnWheel(page: Page): Promise<number> {
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
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, turn % 20 < 10 ? 300 : -300)
  return frames
}
