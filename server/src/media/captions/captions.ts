import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captionsCommand, maxCaptionBytes } from '../encode/commands/command-extras.ts'
import { copyTimeLimit, extrasOutputLimit } from '../encode/limits.ts'
import { describeFile, type MediaFile } from '../encode/stream-set.ts'
import { guardedInput } from '../probe/accepted.ts'
import type { SourceInfo } from '../probe/source-info.ts'
import { runFfprobe } from '../run/run.ts'
import { runWithinLimits, type WorkOptions } from '../run/run-within-limits.ts'
import { ToolError } from '../run/tool-error.ts'
import {
  type CaptionStream,
  escapeVtt,
  hasText,
  makeLabelsUnique,
  readCaptionStreams,
} from './captions-text.ts'

interface Caption {
  file: MediaFile
  language: string
  label: string
}

interface Extraction {
  source: string
  info: SourceInfo
  directory: string
  options: WorkOptions
}

/**
 * Extracts the subtitles of a source as WebVTT. Those that cannot be read are left out, because a video plays without
 * them.
 */
export async function makeCaptions(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<Caption[]> {
  const streams = await findStreams(source, options)
  if (streams.length === 0) return []
  const extracted = await extract({ source, info, directory, options }, streams)
  const made = await Promise.all(extracted.map((stream) => finish(directory, stream)))
  return makeLabelsUnique(made.filter((caption) => caption !== undefined))
}

async function findStreams(source: string, { signal }: WorkOptions): Promise<CaptionStream[]> {
  const entries = 'stream=index,codec_name:stream_tags=language,title'
  const args = ['-of', 'json', '-select_streams', 's', '-show_entries', entries]
  try {
    const limits = { signal, timeoutMs: 60_000, memoryLimitBytes: 2 * 1024 ** 3 }
    const answer = await runFfprobe([...args, ...guardedInput(source, 'all')], limits)
    return readCaptionStreams(JSON.parse(answer).streams ?? [])
  } catch (error) {
    ignoreSourceFailure(error)
    return []
  }
}

/** Extracts all streams in one run, or each in its own run if that fails. Returns the extracted ones. */
async function extract(
  job: Extraction,
  streams: readonly CaptionStream[],
): Promise<readonly CaptionStream[]> {
  const { source, info, directory, options } = job
  try {
    const args = captionsCommand(source, streams, nameOf)
    const limits = { timeoutMs: copyTimeLimit(info), maxOutputBytes: extrasOutputLimit }
    await runWithinLimits(args, directory, info, { ...options, ...limits })
    return streams
  } catch (error) {
    ignoreSourceFailure(error)
    if (streams.length === 1 || isTimeout(error)) return []
  }
  const extracted: CaptionStream[] = []
  for (const stream of streams) extracted.push(...(await extract(job, [stream])))
  return extracted
}

async function finish(directory: string, stream: CaptionStream): Promise<Caption | undefined> {
  const name = nameOf(stream)
  const path = join(directory, name)
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  // Captions that were cut off at the limit are worse than none, because they stop in the middle.
  if (size >= maxCaptionBytes) return undefined
  const text = size > 0 ? escapeVtt(await readFile(path, 'utf8')) : ''
  if (!hasText(text)) return undefined
  await writeFile(path, text)
  const { language, label } = stream
  return { file: await describeFile(directory, name), language, label }
}

const nameOf = ({ index }: Pick<CaptionStream, 'index'>) => `captions-${index}.vtt`
const isTimeout = (error: unknown) => error instanceof ToolError && error.failure === 'timeout'

/** Ignores failures that the source causes, but not that we are stopped or that ffmpeg is missing. */
function ignoreSourceFailure(error: unknown): void {
  const isSourceFailure = error instanceof ToolError && ['failed', 'timeout'].includes(error.failure)
  if (!isSourceFailure) throw error
}
