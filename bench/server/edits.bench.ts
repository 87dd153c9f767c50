import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import { newToken } from '../../server/src/lib/security/tokens.ts'
import { median, report } from '../tools/report.ts'
import { fillSite } from '../tools/site-data.ts'
import { measureRate } from '../tools/wrk.ts'

// How often responses to visitors are made again while one person edits a comment on another video again and again,
// compared with nobody editing: visitors request one response over 16 connections, measured alternately. A response is
// made once a second anyway. Goal: at most twice as often; when a change dropped all cached responses, each edit made
// it necessary (decision 65). Requests per second are shown too, but the edits take CPU time themselves.
const rounds = 3
const seconds = 3
const pauseMs = 15
const goal = 2
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const metricsToken = newToken()

// The site is told by its environment.
process.env.METRICS_TOKEN = metricsToken
interface Measured {
  /** Requests per second. */
  rate: number
  /** Responses made per second. */
  made: number
}

const site = await startSite()
try {
  const author = await site.signUp()
  const { videoId } = await fillSite(site.sql)
  // Otherwise the limit would end the edits after a moment.
  await site.sql`
    create function count_as_first() returns trigger language plpgsql
    as 'begin new.count := least(new.count, 1); return new; end'`
  await site.sql`
    create trigger count_as_first before insert or update on rate_limits
    for each row execute function count_as_first()`
  const edit = await createEdit(author)
  for (const [name, path] of [
    ['list of videos', '/api/v1/video'],
    ['one video', `/api/v1/video/id/${videoId}`],
    ['comments', `/api/v1/comment/video/all-comments/${videoId}`],
  ] as const)
    await compare(`${name} while a comment elsewhere is edited`, path, edit)
} finally {
  await site.close()
}

/** Creates a function that changes a comment on a video of its author. */
async function createEdit(author: Awaited<ReturnType<typeof site.signUp>>) {
  const { _id: videoId } = await site.addVideo(author, { title: 'Another video' })
  const { data } = await author.client.call(api.comments.addToVideo, {
    params: { videoId },
    body: { comment: 'First' },
  })
  const params = { commentId: data.comment._id }
  let edits = 0
  return async () => {
    const body = { comment: `Edit ${++edits}` }
    const { status } = await author.client.call(api.comments.updateOnVideo, { params, body })
    if (status !== 200) throw new Error(`An edit was answered ${status}`)
  }
}

async function compare(name: string, path: string, edit: () => Promise<void>) {
  const measure = async () => {
    const before = await countMade()
    const rate = await measureRate(site.origin + path, { headers, seconds, connections: 16 })
    return { rate, made: ((await countMade()) - before) / seconds }
  }
  const [alone, edited] = [[] as Measured[], [] as Measured[]]
  await measure()
  for (let i = 0; i < rounds; i++) {
    alone.push(await measure())
    const ended = new AbortController()
    const editing = editUntil(ended.signal, edit)
    edited.push(await measure())
    ended.abort()
    await editing
  }
  const medianOf = (values: Measured[], key: keyof Measured) => median(values.map((one) => one[key]))
  const [withEdits, without] = [Math.round(medianOf(edited, 'rate')), Math.round(medianOf(alone, 'rate'))]
  console.log(`${name}: ${withEdits} requests/s, ${without} while nobody edits`)
  report(name, medianOf(edited, 'made'), medianOf(alone, 'made'), 'made per second', goal)
}

/** How many responses the site has made, not found in its cache. */
async function countMade(): Promise<number> {
  const response = await fetch(`${site.origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const text = await response.text()
  const [, count] = /^vireo_cache_requests_total\{cache="answers",result="miss"\} (\d+)/m.exec(text) ?? []
  if (count === undefined) throw new Error(`The metrics were answered ${response.status}`)
  return Number(count)
}

async function editUntil(signal: AbortSignal, edit: () => Promise<void>) {
  while (!signal.aborted) {
    await edit()
    await sleep(pauseMs)
  }
}
