import { execFileSync } from 'node:child_process'
import { watchPath } from '../../e2e/actions/videos.ts'
import { startSite } from '../../e2e/support/site.ts'
import { ensureChromium } from '../../scripts/lib/ensure-tools.ts'
import { picture } from '../../server/test/content/pictures.ts'
import { uploadVideo } from '../tools/upload-video.ts'

// Lighthouse on the home page and the watch page of a site with a few videos, as on a desktop.
// Goals: performance at least 95, accessibility and best practices 100. Lighthouse is not a dependency: npx downloads
// it.
const lighthouse = 'lighthouse@13.5.0'
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 }
const runs = 3
// Lighthouse records for at most 45 seconds, in which the video must not end and lead to the next one.
const film = 'ninetySeconds'

interface Result {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; title: string; numericValue?: number; displayValue?: string }
  >
}

const chromium = await ensureChromium()
const site = await startSite()
try {
  const { client } = await site.signUp({ fullname: 'Wren Creator' })
  const thumbnail = await picture(1280, 720).png().toBuffer()
  for (let i = 1; i <= 6; i++) await uploadVideo(client, `Clip number ${i}`, 'tiny', thumbnail)
  const video = await uploadVideo(client, 'A long show', film, thumbnail)
  for (const path of ['/', watchPath(video)]) measure(path)
} finally {
  await site.close()
}

/** Takes the median of several runs, because a single run depends on the load of the machine. */
function measure(path: string) {
  const results = Array.from({ length: runs }, () => run(`${site.origin}${path}`))
  for (const [name, goal] of Object.entries(goals)) {
    const scores = results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))
    const score = scores.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
    const isMet = score >= goal
    console.log(`${path} ${name}: ${score} (goal: at least ${goal}) ${isMet ? 'ok' : 'MISSED'}`)
    if (isMet) continue
    process.exitCode = 1
    for (const line of failedAudits(results[0], name)) console.log(`  ${line}`)
  }
  const shift = results[0]?.audits['cumulative-layout-shift']?.numericValue ?? 0
  const isStill = shift < 0.02
  console.log(`${path} layout shift: ${shift.toFixed(3)} (goal: less than 0.02) ${isStill ? 'ok' : 'MISSED'}`)
  if (!isStill) process.exitCode = 1
}

function run(url: string): Result {
  const flags = '--headless=new --no-sandbox --disable-gpu'
  const only = `--only-categories=${Object.keys(goals).join(',')}`
  const args = [url, '--preset=desktop', only, '--output=json', '--quiet', `--chrome-flags=${flags}`]
  const output = execFileSync('npx', ['--yes', lighthouse, ...args], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

/** The audits that lowered the score. */
function failedAudits(result: Result | undefined, category: string): string[] {
  const refs = result?.categories[category]?.auditRefs ?? []
  return refs.flatMap(({ id, weight }) => {
    const audit = result?.audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
    return [`${id}: ${audit.title} ${audit.displayValue ?? ''}`]
  })
}
