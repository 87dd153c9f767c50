import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import { median, report } from '../tools/report.ts'
import { fillSite } from '../tools/site-data.ts'
import { measureViews } from '../tools/wrk.ts'

// Views per second of one video, by visitors with an address each, over 64 connections. Goals: at least 2,000 per
// second, and exact: the final total contains every view acknowledged as counted, and no other.
const rounds = 4
const seconds = 4
const connections = 64
const visitorsPerRound = 20_000
const goalPerSecond = 2000

const site = await startSite()
try {
  const { videoId } = await fillSite(site.sql)
  const { client } = await site.signUp()
  const load = async () => (await client.call(api.videos.get, { params: { id: videoId } })).data
  const { viewToken, views: before, duration } = await load()
  // A token is valid once the video can have been played for long enough.
  await sleep(Math.min(duration, 10) * 1000 + 1000)
  const rates: number[] = []
  let counted = 0
  for (let i = 0; i < rounds; i++) {
    const round = { videoId, viewToken, addresses: addressesOf(i), seconds, connections }
    const views = await measureViews(site.origin, round)
    counted += views.counted
    // The first round warms up.
    if (i > 0) rates.push((views.counted + views.repeated) / seconds)
  }
  report('views of one video', median(rates), goalPerSecond, 'per second', 1, true)
  await expectExact(async () => (await load()).views - before, counted)
} finally {
  await site.close()
}

/** Each in an IPv6 network of its own, because views are counted by network. */
function addressesOf(round: number): string[] {
  return Array.from({ length: visitorsPerRound }, (_, i) => `2001:db8:${round}:${i.toString(16)}::1`)
}

/** Views are added up every few seconds. */
async function expectExact(readTotal: () => Promise<number>, counted: number) {
  let shown = await readTotal()
  for (let i = 0; i < 100 && shown !== counted; i++) {
    await sleep(200)
    shown = await readTotal()
  }
  console.log(
    `views at the end: ${JSON.stringify({ shown, counted })} ${shown === counted ? 'ok' : 'MISSED'}`,
  )
  if (shown !== counted) process.exitCode = 1
}
