import { open } from 'node:fs/promises'
import { RefusedMediaError } from '../refused.ts'
import { type RunOptions, runFfmpeg, runFfprobe } from '../run/run.ts'
import { ToolError } from '../run/tool-error.ts'
import { guardedInput } from './accepted.ts'
import { noDuration, type ProbeJson, readProbe } from './probe-read.ts'
import type { SourceInfo } from './source-info.ts'

interface ProbeOptions {
  signal?: AbortSignal
  timeoutMs?: number
  memoryLimitBytes?: number
  /** A longer video is refused. */
  maxSeconds?: number
}

const streamEntries = [
  ...['index', 'codec_type', 'codec_name', 'profile', 'level', 'pix_fmt', 'width', 'height'],
  ...['sample_aspect_ratio', 'avg_frame_rate', 'field_order', 'duration', 'channels'],
  ...['sample_rate', 'color_space', 'color_transfer', 'color_primaries', 'color_range'],
]

// No tags, because an uploaded file may contain megabytes of them.
const probeEntries = [
  'format=format_name,duration,bit_rate',
  `stream=${streamEntries.join(',')}`,
  'stream_disposition=default,attached_pic',
  'stream_side_data=rotation',
  'packet=stream_index,pts_time,dts_time,flags',
].join(':')

/** Longer than the longest keyframe distance that we copy. */
const probedSeconds = 15

/** Reads the streams of a local file. Throws RefusedMediaError with a message for people if we do not accept it. */
export async function probe(path: string, options: ProbeOptions = {}): Promise<SourceInfo> {
  const { signal, timeoutMs = 60_000, memoryLimitBytes = 2 * 1024 ** 3 } = options
  const limits = { signal, timeoutMs, memoryLimitBytes }
  const head = await readHead(path)
  assertAcceptedHead(head)
  const info = readProbe(await runProbe(path, head, limits))
  const { maxSeconds = Number.POSITIVE_INFINITY } = options
  assertNotLonger(Math.max(info.duration, info.video.duration), maxSeconds)
  if (info.duration > 0) return info
  const duration = await measureDuration(path, info.video.index, limits)
  if (duration <= 0) throw noDuration()
  assertNotLonger(duration, maxSeconds)
  return { ...info, duration, video: { ...info.video, duration } }
}

function assertNotLonger(seconds: number, maxSeconds: number): void {
  if (seconds <= maxSeconds) return
  const most = maxSeconds >= 3600 ? `${maxSeconds / 3600} hours` : `${maxSeconds} seconds`
  throw new RefusedMediaError(`This video is longer than ${most}.`)
}

async function runProbe(path: string, head: string, limits: RunOptions): Promise<ProbeJson> {
  const args = ['-of', 'json', '-show_entries', probeEntries, '-read_intervals', `%+${probedSeconds}`]
  try {
    return JSON.parse(await runFfprobe([...args, ...guardedInput(path, 'all')], limits))
  } catch (error) {
    if (error instanceof ToolError && error.failure === 'failed') throw toRefusal(error, head)
    throw error
  }
}

/** Recordings of browsers state no duration. Copying the stream to nowhere measures it at the speed of the disk. */
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

/** The whitelists would refuse these as well, but this gives a better message and needs no ffprobe. */
function assertAcceptedHead(head: string): void {
  if (head.length === 0) throw new RefusedMediaError('This file is empty.')
  if (/^(\xef\xbb\xbf)?\s*(#EXTM3U|ffconcat\s|\[playlist\]|<\?xml|<MPD|<smil|v=0\s)/i.test(head)) {
    throw new RefusedMediaError('This file is a playlist, not a video.')
  }
}

function toRefusal(error: ToolError, head: string): Error {
  const { stderr } = error
  const codec = /Codec \(([\w-]+)\) not on whitelist/.exec(stderr)?.[1]
  if (codec) {
    const message = `This video uses the codec ${codec}, which is not supported.`
    return new RefusedMediaError(message, { cause: error })
  }
  if (/\[(hls|concat\w*|dash|sdp|rtsp|imf) @ \w+\] Format not on whitelist/.test(stderr)) {
    return new RefusedMediaError('This file is a playlist, not a video.', { cause: error })
  }
  // ffprobe tries any unknown file with the extension .mp4 as an MP4, so check the first box as well.
  if (/moov atom not found/.test(stderr) && /^.{4}(ftyp|mdat|wide|free|skip|uuid)/s.test(head)) {
    const message = 'This video is incomplete: its end, which has the index, is missing.'
    return new RefusedMediaError(message, { cause: error })
  }
  return new RefusedMediaError('This file is not a video in a format we know.', {
    cause: error,
  })
}
