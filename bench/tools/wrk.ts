import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addressOf, api } from '@vireo/contract'
import { ensureWrk } from '../../scripts/lib/ensure-tools.ts'

interface LoadOptions {
  seconds: number
  connections: number
}

interface RateOptions extends LoadOptions {
  headers?: Record<string, string>
}

/** Requests per second. Fails unless all are answered with a 200. */
export async function measureRate(
  url: string,
  { headers = {}, seconds, connections }: RateOptions,
): Promise<number> {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  const stdout = await runWrk([...options, ...headerOptions, url])
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

interface LikesOptions extends LoadOptions {
  videoId: string
  /** Session tokens of the people who like the video and remove their like in turn. */
  tokens: string[]
}

/** Counts likes that were added and removed. */
export async function measureLikes(
  origin: string,
  { videoId, tokens, ...options }: LikesOptions,
): Promise<{ added: number; removed: number }> {
  const path = addressOf(api.likes.toggleVideo).replace(':videoId', videoId)
  const cookies = tokens.map((token) => `vireo_session=${token}`)
  const { yes, no } = await takeTurns(origin + path, '{}', { ...options, header: 'Cookie', values: cookies })
  return { added: yes, removed: no }
}

interface ViewsOptions extends LoadOptions {
  videoId: string
  viewToken: string
  /** Addresses of the visitors who report a view in turn. */
  addresses: string[]
}

/** How many reported views were counted, and how many were not because of an earlier one from the same address. */
export async function measureViews(
  origin: string,
  { videoId, viewToken, addresses, ...options }: ViewsOptions,
): Promise<{ counted: number; repeated: number }> {
  const path = addressOf(api.videos.recordView).replace(':id', videoId)
  const sent = { ...options, header: 'X-Forwarded-For', values: addresses }
  const { yes, no } = await takeTurns(origin + path, JSON.stringify({ viewToken }), sent)
  return { counted: yes, repeated: no }
}

interface ReportsOptions extends ViewsOptions {
  ranges: { from: number; to: number }[]
}

/** How many playback reports were counted, and how many were not. */
export async function measureReports(
  origin: string,
  { videoId, viewToken, ranges, addresses, ...options }: ReportsOptions,
): Promise<{ counted: number; refused: number }> {
  const path = addressOf(api.statistics.recordPlayed).replace(':id', videoId)
  const sent = { ...options, header: 'X-Forwarded-For', values: addresses }
  const { yes, no } = await takeTurns(origin + path, JSON.stringify({ viewToken, ranges }), sent)
  return { counted: yes, refused: no }
}

interface PositionsOptions extends LoadOptions {
  videoId: string
  position: number
  /** Session tokens of the people who report this position in turn. */
  tokens: string[]
}

/** Counts positions written to watch histories. */
export async function measurePositions(
  origin: string,
  { videoId, position, tokens, ...options }: PositionsOptions,
): Promise<number> {
  const path = addressOf(api.history.add).replace(':videoId', videoId)
  const cookies = tokens.map((token) => `vireo_session=${token}`)
  const sent = { ...options, header: 'Cookie', values: cookies }
  return (await takeTurns(origin + path, JSON.stringify({ position, reportsViews: true }), sent)).yes
}

/** Posts the same body with each header value in turn, and counts answers that mean yes or no; no data means yes. */
async function takeTurns(
  url: string,
  body: string,
  { seconds, connections, header, values }: LoadOptions & { header: string; values: string[] },
): Promise<{ yes: number; no: number }> {
  const { origin, pathname } = new URL(url)
  // wrk runs for longer, so that every request gets its answer.
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds + 2}s`, '--timeout', '10s']
  const script = ['-s', join(import.meta.dirname, 'turns.lua'), origin, '--']
  const stdout = await runWrk([...options, ...script, pathname, body, String(seconds), header, ...values])
  const [, yes = 0, no = 0, failed] = /yes=(\d+) no=(\d+) failed=(\d+)/.exec(stdout)?.map(Number) ?? []
  if (failed !== 0) throw new Error(`Requests failed: ${stdout}`)
  return { yes, no }
}

interface RangesOptions extends LoadOptions {
  /** The file's size. */
  size: number
  rangeBytes: number
}

/** Megabytes per second when reading ranges of a file. */
export async function measureRanges(
  url: string,
  { size, rangeBytes, seconds, connections }: RangesOptions,
): Promise<number> {
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s']
  const script = ['-s', join(import.meta.dirname, 'ranges.lua'), url, '--', String(size), String(rangeBytes)]
  const stdout = await runWrk([...options, ...script])
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  return (requestsPerSecond * rangeBytes) / 1e6
}

async function runWrk(args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(await ensureWrk(), args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Requests failed: ${stdout}`)
  return stdout
}
