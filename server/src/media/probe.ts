import { open } from 'node:fs/promises'
import { guardedInput } from './accepted.ts'
import { noDuration, type ProbeJson, readProbe } from './probe-read.ts'
import { RefusedMediaError } from './refused.ts'
import { type RunOptions, runFfmpeg, runFfprobe } from './run.ts'
import type { SourceInfo } from './source-info.ts'
import { ToolError } from './tool-error.ts'

export type ProbeOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  memoryLimitBytes?: number
  /** A longer video is refused. */
  maxSeconds?: number
}

const STREAM_ENTRIES = [
  ...['index', 'codec_type', 'codec_name', 'profile', 'level', 'pix_fmt', 'width', 'height'],
  ...['sample_aspect_ratio', 'avg_frame_rate', 'field_order', 'duration', 'channels'],
  ...['sample_rate', 'color_space', 'color_transfer', 'color_primaries', 'color_range'],
]

// Only these fields, and never tags: a stranger may have put megabytes there.
const ENTRIES = [
  'format=format_name,duration,bit_rate',
  `stream=${STREAM_ENTRIES.join(',')}`,
  'stream_disposition=default,attached_pic',
  'stream_side_data=rotation',
  'packet=stream_index,pts_time,dts_time,flags',
].join(':')

/** More than the longest distance between keyframes that we copy. */
const LOOK_SECONDS = 15

/** Looks at a local file; throws RefusedMediaError, with a sentence to show, if it is no video for us. */
export async function probe(path: string, options: ProbeOptions = {}): Promise<SourceInfo> {
  const { signal, timeoutMs = 60_000, memoryLimitBytes = 2 * 1024 ** 3 } = options
  const limits = { signal, timeoutMs, memoryLimitBytes }
  const head = await readHead(path)
  refuseByHead(head)
  const info = readProbe(await ask(path, head, limits))
  const { maxSeconds = Number.POSITIVE_INFINITY } = options
  refuseLonger(Math.max(info.duration, info.video.duration), maxSeconds)
  if (info.duration > 0) return info
  const duration = await measureDuration(path, info.video.index, limits)
  if (duration <= 0) throw noDuration()
  refuseLonger(duration, maxSeconds)
  return { ...info, duration, video: { ...info.video, duration } }
}

function refuseLonger(seconds: number, maxSeconds: number): void {
  if (seconds <= maxSeconds) return
  const most = maxSeconds >= 3600 ? `${maxSeconds / 3600} hours` : `${maxSeconds} seconds`
  throw new RefusedMediaError('too-long', `This video is longer than ${most}.`)
}

async function ask(path: string, head: string, limits: RunOptions): Promise<ProbeJson> {
  const question = ['-of', 'json', '-show_entries', ENTRIES, '-read_intervals', `%+${LOOK_SECONDS}`]
  try {
    return JSON.parse(await runFfprobe([...question, ...guardedInput(path, 'all')], limits))
  } catch (error) {
    if (error instanceof ToolError && error.failure === 'failed') throw explain(error, head)
    throw error
  }
}

/** Browser recordings carry no duration; a copy to nowhere counts it at the speed of the disk. */
async function measureDuration(path: string, videoIndex: number, limits: RunOptions) {
  let duration = 0
  await runFfmpeg([...guardedInput(path), '-map', `0:${videoIndex}`, '-c', 'copy', '-f', 'null', '-'], {
    ...limits,
    onProgress: (seconds) => {
      duration = seconds
    },
  })
  return duration
}

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The whitelists would stop these too; this says why in better words, before ffprobe is started. */
function refuseByHead(head: string): void {
  if (head.length === 0) throw new RefusedMediaError('empty', 'This file is empty.')
  if (/^(\xef\xbb\xbf)?\s*(#EXTM3U|ffconcat\s|\[playlist\]|<\?xml|<MPD|<smil|v=0\s)/i.test(head)) {
    throw new RefusedMediaError('playlist', 'This file is a playlist, not a video.')
  }
}

function explain(error: ToolError, head: string): Error {
  const { stderr } = error
  const codec = /Codec \(([\w-]+)\) not on whitelist/.exec(stderr)?.[1]
  if (codec) {
    const message = `This video uses the codec ${codec}, which is not supported.`
    return new RefusedMediaError('unsupported-codec', message, { cause: error })
  }
  if (/\[(hls|concat\w*|dash|sdp|rtsp|imf) @ \w+\] Format not on whitelist/.test(stderr)) {
    return new RefusedMediaError('playlist', 'This file is a playlist, not a video.', { cause: error })
  }
  // Anything unknown with a name in .mp4 is tried as one, hence the look at its first box.
  if (/moov atom not found/.test(stderr) && /^.{4}(ftyp|mdat|wide|free|skip|uuid)/s.test(head)) {
    const message = 'This video is incomplete: its end, which has the index, is missing.'
    return new RefusedMediaError('truncated', message, { cause: error })
  }
  return new RefusedMediaError('unsupported-format', 'This file is not a video in a format we know.', {
    cause: error,
  })
}
