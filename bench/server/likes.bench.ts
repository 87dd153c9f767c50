import { addressOf, api } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import { connect } from '../../server/src/db/sql.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { median, report } from '../tools/report.ts'
import { addPeople, fillSite } from '../tools/site-data.ts'
import { measureLikes } from '../tools/wrk.ts'

// Likes per second of one video: many people like it and remove their like in turn, over 256 connections. The baseline
// inserts the same number of rows into a plain table, one per statement, over as many connections as the server has.
// Goals: at least 2,000 likes per second, at least 0.1 of the baseline, and exact: the shown total, the rows and the
// acknowledged likes are the same number.
const people = 1000
const connections = 256
const rounds = 4
const seconds = 4
const goalPerSecond = 2000

const site = await startSite()
const sql = connect(site.databaseUrl)
try {
  const { videoId } = await fillSite(sql)
  const tokens = await addPeople(sql, people)
  const [likes, inserts]: [number[], number[]] = [[], []]
  let acknowledged = 0
  for (let i = 0; i < rounds; i++) {
    inserts.push(await insertRows())
    // Nobody reaches the limit of toggles per minute.
    await sql`delete from rate_limits`
    const { added, removed } = await measureLikes(site.origin, { videoId, tokens, seconds, connections })
    acknowledged += added - removed
    // The first round warms up.
    if (i > 0) likes.push((added + removed) / seconds)
  }
  report('likes of one video', median(likes), median(inserts), 'per second', 0.1, true)
  report('likes of one video', median(likes), goalPerSecond, 'per second', 1, true)
  await expectExact(videoId, acknowledged)
} finally {
  await sql.end()
  await site.close()
}

async function insertRows(): Promise<number> {
  await sql`create table if not exists plain_likes (user_id uuid, video_id uuid, primary key (user_id, video_id))`
  const endsAt = performance.now() + seconds * 1000
  let inserted = 0
  const insert = async () => {
    while (performance.now() < endsAt) {
      await sql`insert into plain_likes values (${newId()}, ${newId()})`
      inserted++
    }
  }
  await Promise.all(Array.from({ length: connections }, insert))
  return inserted / seconds
}

async function expectExact(videoId: string, acknowledged: number) {
  const response = await fetch(site.origin + addressOf(api.likes.videoLikes).replace(':videoId', videoId))
  const { data } = (await response.json()) as { data: { totalLikes: number } }
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from video_likes where video_id = ${videoId}`
  const found = { shown: data.totalLikes, rows: row?.count, acknowledged }
  const isExact = new Set(Object.values(found)).size === 1
  console.log(`likes at the end: ${JSON.stringify(found)} ${isExact ? 'ok' : 'MISSED'}`)
  if (!isExact) process.exitCode = 1
}
