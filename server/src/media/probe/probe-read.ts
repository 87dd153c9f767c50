import { readCaptionStreams } from '../captions/captions-text.ts'
import { RefusedMediaError } from '../refused.ts'
import { isAcceptedCodec } from './accepted.ts'
import { type FrameTiming, measureFrameTiming, readRational } from './frame-rate.ts'
import type { AudioInfo, PacketInfo, Rational, SourceInfo, VideoInfo } from './source-info.ts'
import { toNumber } from './source-info.ts'

/** The fields of ffprobe's JSON that we request. */
export interface ProbeJson {
  format?: { format_name?: string; duration?: string; bit_rate?: string }
  streams?: ProbeStream[]
  packets?: ProbePacket[]
}

export interface ProbeStream {
  index: number
  codec_type?: string
  codec_name?: string
  profile?: string
  level?: number
  pix_fmt?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  field_order?: string
  duration?: string
  channels?: number
  sample_rate?: string
  color_space?: string
  color_transfer?: string
  color_primaries?: string
  color_range?: string
  disposition?: { default?: number; attached_pic?: number }
  side_data_list?: { rotation?: number }[]
}

export interface ProbePacket {
  stream_index: number
  pts_time?: string
  dts_time?: string
  flags?: string
}

const minSide = 16
const maxSide = 8192
const hdrTransfers = ['smpte2084', 'arib-std-b67']

/** Reads the output of ffprobe, or refuses the file. A duration of 0 means that the file does not state it. */
export function readProbe({ format = {}, streams = [], packets = [] }: ProbeJson): SourceInfo {
  const stream = pickVideo(streams)
  const own = packets.filter((packet) => packet.stream_index === stream.index)
  const ofStream = positive(stream.duration)
  const stated = positive(format.duration) ?? ofStream ?? 0
  if (own.length === 0 && stated === 0) throw noDuration()
  if (own.length === 0) {
    throw new RefusedMediaError('This video is incomplete: none of its pictures are there.')
  }
  const video = readVideo(stream, measureFrameTiming(own.filter((packet) => !isHidden(packet)).map(timeOf)))
  // A video of a single frame may state no duration.
  const duration = own.length === 1 && stated === 0 ? 1 / toNumber(video.frameRate) : stated
  return {
    container: format.format_name ?? '',
    duration,
    bitRate: positive(format.bit_rate) ?? 0,
    video: { ...video, duration: ofStream ?? duration },
    audio: pickAudio(streams),
    hasCaptions: readCaptionStreams(streams).length > 0,
    packets: readPackets(own),
  }
}

export function noDuration() {
  return new RefusedMediaError('This video has no length: there is nothing to play.')
}

function pickVideo(streams: readonly ProbeStream[]): ProbeStream {
  const videos = streams.filter(
    (stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic,
  )
  if (videos.length === 0) throw new RefusedMediaError('This file has no video in it.')
  return pickUsable(videos, 'This video')
}

function pickAudio(streams: readonly ProbeStream[]): AudioInfo | null {
  const audios = streams.filter((stream) => stream.codec_type === 'audio')
  if (audios.length === 0) return null
  const stream = pickUsable(audios, 'The sound of this video')
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    channels: stream.channels ?? 0,
    sampleRate: Number(stream.sample_rate ?? 0),
  }
}

function pickUsable(streams: readonly ProbeStream[], what: string): ProbeStream {
  const usable = streams.filter((stream) => isAcceptedCodec(stream.codec_name ?? ''))
  const best = usable.find((stream) => stream.disposition?.default) ?? usable[0]
  if (best) return best
  const codec = streams[0]?.codec_name ?? 'unknown'
  throw new RefusedMediaError(`${what} uses the codec ${codec}, which is not supported.`)
}

function readVideo(stream: ProbeStream, timing: FrameTiming): Omit<VideoInfo, 'duration'> {
  const { width: codedWidth = 0, height: codedHeight = 0 } = stream
  const rotation = readRotation(stream)
  const sampleAspectRatio = readRational(stream.sample_aspect_ratio) ?? { num: 1, den: 1 }
  const wide = Math.round(codedWidth * toNumber(sampleAspectRatio))
  const [width, height] = rotation % 180 === 0 ? [wide, codedHeight] : [codedHeight, wide]
  assertDimensions(codedWidth, codedHeight, width, height)
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    level: stream.level ?? 0,
    pixelFormat: stream.pix_fmt ?? '',
    width,
    height,
    codedWidth,
    codedHeight,
    rotation,
    sampleAspectRatio,
    frameRate: readFrameRate(stream, timing),
    isVariableFrameRate: timing.isVariable,
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    isHdr: hdrTransfers.includes(stream.color_transfer ?? ''),
    colorSpace: stream.color_space ?? '',
    colorTransfer: stream.color_transfer ?? '',
    colorPrimaries: stream.color_primaries ?? '',
    colorRange: stream.color_range ?? '',
  }
}

/** The stated average is exact for a constant rate. If the rate varies or the statement is wrong, ours is used. */
function readFrameRate(stream: ProbeStream, { frameRate, isVariable }: FrameTiming): Rational {
  const stated = readRational(stream.avg_frame_rate)
  if (!frameRate) return stated ?? { num: 25, den: 1 }
  const isRight = stated && Math.abs(toNumber(stated) / toNumber(frameRate) - 1) < 0.05
  return isRight && !isVariable ? stated : frameRate
}

/** Clockwise; ffprobe counts counterclockwise. */
function readRotation(stream: ProbeStream): VideoInfo['rotation'] {
  const degrees = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const quarter = ((Math.round(-degrees / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[quarter] ?? 0
}

function assertDimensions(...sides: number[]): void {
  const least = Math.min(...sides)
  const most = Math.max(...sides)
  if (least >= minSide && most <= maxSide) return
  const size = `${sides[2]} × ${sides[3]}`
  const rule = `Each side must be between ${minSide} and ${maxSide} pixels.`
  throw new RefusedMediaError(`This video measures ${size} pixels. ${rule}`)
}

function readPackets(packets: readonly ProbePacket[]): PacketInfo {
  const keys = packets.filter(isKey).map(timeOf)
  const times = packets.map(timeOf)
  // Not Math.max(...times), because a file can have more packets than a function can have arguments.
  const marks = [...keys, largest(times)]
  const gaps = marks.slice(1).map((time, index) => time - (marks[index] ?? 0))
  return {
    startsWithKeyframe: packets[0] !== undefined && isKey(packets[0]),
    maxKeyframeGap: Math.max(0, largest(gaps)),
    hasHiddenFrames: packets.some(isHidden),
  }
}

const largest = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
const isKey = (packet: ProbePacket) => packet.flags?.includes('K') ?? false
const isHidden = (packet: ProbePacket) => packet.flags?.includes('D') ?? false
const timeOf = (packet: ProbePacket) => Number(packet.pts_time ?? packet.dts_time ?? 0)

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return value > 0 ? value : undefined
}
