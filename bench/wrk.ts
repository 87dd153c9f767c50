import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addressOf, api } from '@vireo/contract'
import { ensureWrk } from '../scripts/ensure-tools.ts'

interface RateOptions {
  headers?: Record<string, string>
  seconds: number
  connections: number
}

/** Requests per second. Fails unless all of them are answered with a 200. */
export async function measureRate(
  url: string,
  { headers = {}, seconds, connections }: RateOptions,
): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  const stdout = await runWrk([...options, ...given, url])
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

interface LikesOptions {
  videoId: string
  /** Of the sessions of the people who take turns to like the video and to take their like back. */
  tokens: string[]
  seconds: number
  connections: number
}

/** How many likes were given and taken back. */
export async function measureLikes(
  origin: string,
  { videoId, tokens, seconds, connections }: LikesOptions,
): Promise<{ given: number; taken: number }> {
  const path = addressOf(api.likes.toggleVideo).replace(':videoId', videoId)
  // wrk runs for longer, so that every like has its answer.
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds + 2}s`, '--timeout', '10s']
  const script = ['-s', join(import.meta.dirname, 'likes.lua'), origin, '--']
  const stdout = await runWrk([...options, ...script, path, String(seconds), ...tokens])
  const [, given = 0, taken = 0, failed] =
    /given=(\d+) taken=(\d+) failed=(\d+)/.exec(stdout)?.map(Number) ?? []
  if (failed !== 0) throw new Error(`Likes failed: ${stdout}`)
  return { given, taken }
}

async function runWrk(args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(await ensureWrk(), args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Requests failed: ${stdout}`)
  return stdout
}
