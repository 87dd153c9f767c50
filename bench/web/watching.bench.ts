import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import { median, report } from '../tools/report.ts'
import { addPeople, fillSite } from '../tools/site-data.ts'
import { measurePositions, measureReports } from '../tools/wrk.ts'

// The players' writes while a video is watched: positions of signed-in people every 10 seconds, and playback reports
// every 30. Measured one at a time over 1 connection, and for many over 64. Goals: simultaneous writes are at least 4
// times as fast, because they are written together, and exact.
const rounds = 3
const seconds = 4
const many = 64
const people = 2000
const visitorsPerRound = 20_000
const goal = 4

const site = await startSite()
try {
  const { videoId } = await fillSite(site.sql)
  const tokens = await addPeople(site.sql, people)
  await comparePositions(videoId, tokens)
  await compareReports(videoId)
} finally {
  await site.close()
}

async function comparePositions(videoId: string, tokens: string[]) {
  const measure = async (connections: number, position: number) =>
    (await measurePositions(site.origin, { videoId, position, tokens, seconds, connections })) / seconds
  const rates = { alone: [] as number[], together: [] as number[] }
  await measure(many, 0)
  for (let i = 1; i <= rounds; i++) {
    rates.alone.push(await measure(1, 0))
    rates.together.push(await measure(many, i))
  }
  report('positions', median(rates.together), median(rates.alone), 'per second', goal, true)
  const found = await site.sql`
    select from watch_history where video_id = ${videoId} and position = ${rounds}`
  expectSame('people with the last position', found.length, tokens.length)
}

async function compareReports(videoId: string) {
  const { client } = await site.signUp()
  const { viewToken } = (await client.call(api.videos.get, { params: { id: videoId } })).data
  // A page cannot have played for longer than it is open.
  await sleep(2000)
  const ranges = [{ from: 0, to: 0.5 }]
  let counted = 0
  let network = 0
  const measure = async (connections: number) => {
    const addresses = Array.from(
      { length: visitorsPerRound },
      (_, i) => `2001:db8:${network}:${i.toString(16)}::1`,
    )
    network++
    const load = { videoId, viewToken, ranges, addresses, seconds, connections }
    const reports = await measureReports(site.origin, load)
    counted += reports.counted
    return (reports.counted + reports.refused) / seconds
  }
  const rates = { alone: [] as number[], together: [] as number[] }
  await measure(many)
  for (let i = 0; i < rounds; i++) {
    rates.alone.push(await measure(1))
    rates.together.push(await measure(many))
  }
  report('reports of what was played', median(rates.together), median(rates.alone), 'per second', goal, true)
  const readSeconds = async () => {
    const [row] = await site.sql<{ seconds: number }[]>`
      select watch_seconds as seconds from video_audience where video_id = ${videoId}`
    return row?.seconds ?? 0
  }
  // Reports are added up every few seconds.
  for (let i = 0; i < 100 && (await readSeconds()) !== counted / 2; i++) await sleep(200)
  expectSame('watched seconds', await readSeconds(), counted / 2)
}

function expectSame(name: string, found: number, expected: number) {
  const isSame = found === expected
  console.log(`${name}: ${JSON.stringify({ found, expected })} ${isSame ? 'ok' : 'MISSED'}`)
  if (!isSame) process.exitCode = 1
}
