import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { guardedInput } from './accepted.ts'
import { type CaptionStream, hasText, mendVtt, readCaptionStreams, tellApart } from './captions-text.ts'
import { captionsCommand, MAX_CAPTION_BYTES } from './command-extras.ts'
import { copyTimeLimit, EXTRAS_OUTPUT_LIMIT } from './limits.ts'
import { describeFile, type MediaFile } from './manifest.ts'
import { runFfprobe } from './run.ts'
import type { SourceInfo } from './source-info.ts'
import { ToolError } from './tool-error.ts'
import { type WorkOptions, work } from './work.ts'

export type Caption = { file: MediaFile; language: string; label: string }

type Job = { source: string; info: SourceInfo; directory: string; options: WorkOptions }

/** The tracks of text in a source, as WebVTT. One that cannot be read is left out: a video plays without it. */
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
  return tellApart(made.filter((caption) => caption !== undefined))
}

async function findStreams(source: string, { signal }: WorkOptions): Promise<CaptionStream[]> {
  const entries = 'stream=index,codec_name:stream_tags=language,title'
  const question = ['-of', 'json', '-select_streams', 's', '-show_entries', entries]
  try {
    const limits = { signal, timeoutMs: 60_000, memoryLimitBytes: 2 * 1024 ** 3 }
    const answer = await runFfprobe([...question, ...guardedInput(source, 'all')], limits)
    return readCaptionStreams(JSON.parse(answer).streams ?? [])
  } catch (error) {
    forgive(error)
    return []
  }
}

/** All in one reading of the source; where one of them spoils it, each by itself. Answers which came out. */
async function extract(job: Job, streams: readonly CaptionStream[]): Promise<readonly CaptionStream[]> {
  const { source, info, directory, options } = job
  try {
    const args = captionsCommand(source, streams, nameOf)
    const limits = { timeoutMs: copyTimeLimit(info), maxOutputBytes: EXTRAS_OUTPUT_LIMIT }
    await work(args, directory, info, { ...options, ...limits })
    return streams
  } catch (error) {
    forgive(error)
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
  // Cut off at the limit is worse than none: it would fall silent in the middle.
  if (size >= MAX_CAPTION_BYTES) return undefined
  const text = size > 0 ? mendVtt(await readFile(path, 'utf8')) : ''
  if (!hasText(text)) return undefined
  await writeFile(path, text)
  const { language, label } = stream
  return { file: await describeFile(directory, name, 'captions'), language, label }
}

const nameOf = ({ index }: Pick<CaptionStream, 'index'>) => `captions-${index}.vtt`
const isTimeout = (error: unknown) => error instanceof ToolError && error.failure === 'timeout'

/** The source's own faults are; that we are stopped, or have no ffmpeg, is not. */
function forgive(error: unknown): void {
  const isForgiven = error instanceof ToolError && ['failed', 'timeout'].includes(error.failure)
  if (!isForgiven) throw error
}
