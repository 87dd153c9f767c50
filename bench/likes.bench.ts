import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addressOf, api } from '@vireo/contract'
import { startSite } from '../e2e/site.ts'
import { ensureWrk } from '../scripts/ensure-tools.ts'
import { connect } from '../server/src/db/sql.ts'
import { secondsAfter } from '../server/src/lib/clock.ts'
import { newId } from '../server/src/lib/ids.ts'
import { hashToken, newToken } from '../server/src/lib/tokens.ts'
import { median, report } from './report.ts'
import { fillSite } from './site-data.ts'

// Likes per second of one video: many people take turns to like it and to take their like back, over 64 connections.
// The baseline inserts the same number of rows into a plain table, each in a statement of its own, over as many
// connections as the server has. Goals: at least 2,000 likes per second, at least 0.1 of the baseline, and
// exact: the total that is shown, the rows, and the likes that were acknowledged are the same number.
const people = 1000
const connections = 64
const rounds = 3
const seconds = 4
const goalPerSecond = 2000

const wrk = await ensureWrk()
const site = await startSite()
const sql = connect(site.databaseUrl)
try {
  const { videoId } = await fillSite(sql)
  const tokens = await addPeople()
  const [likes, inserts]: [number[], number[]] = [[], []]
  let acknowledged = 0
  for (let i = 0; i < rounds; i++) {
    inserts.push(await insertRows())
    const { given, taken } = await toggleLikes(videoId, tokens)
    acknowledged += given - taken
    likes.push((given + taken) / seconds)
  }
  report('likes of one video', median(likes), median(inserts), 'per second', 0.1, true)
  report('likes of one video', median(likes), goalPerSecond, 'per second', 1, true)
  await expectExact(videoId, acknowledged)
} finally {
  await sql.end()
  await site.close()
}

/** Returns the tokens of their sessions. */
async function addPeople(): Promise<string[]> {
  const now = new Date()
  const added = Array.from({ length: people }, (_, i) => ({
    id: newId(),
    name: `fan${i}`,
    token: newToken(),
  }))
  await sql`
    insert into users ${sql(
      added.map(({ id, name }) => ({
        ...{ id, username: name, username_key: name, fullname: name, email: name, email_key: name },
        ...{ created_at: now, updated_at: now },
      })),
    )}`
  await sql`
    insert into sessions ${sql(
      added.map(({ id, token }) => ({
        ...{ token_hash: hashToken(token), id: newId(), user_id: id, user_agent: '', device_hash: '' },
        ...{ created_at: now, last_seen_at: now, confirmed_at: now, expires_at: secondsAfter(now, 3600) },
      })),
    )}`
  return added.map(({ token }) => token)
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

async function toggleLikes(videoId: string, tokens: string[]) {
  // Nobody reaches the limit of toggles per minute.
  await sql`delete from rate_limits`
  const path = addressOf(api.likes.toggleVideo).replace(':videoId', videoId)
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds + 2}s`, '--timeout', '10s']
  const script = ['-s', join(import.meta.dirname, 'likes.lua'), site.origin, '--']
  const { stdout } = await promisify(execFile)(wrk, [...options, ...script, path, String(seconds), ...tokens])
  const [, given = 0, taken = 0, failed] =
    /given=(\d+) taken=(\d+) failed=(\d+)/.exec(stdout)?.map(Number) ?? []
  if (failed !== 0 || stdout.includes('Socket errors')) throw new Error(`Likes failed: ${stdout}`)
  return { given, taken }
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
