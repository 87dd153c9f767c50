import type { Size } from '../../images/size.ts'
import type { Rational, SourceInfo, VideoInfo } from '../../probe/source-info.ts'
import type { Ladder, Rung } from '../ladder.ts'
import type { FrameRange } from '../parts.ts'

/** ffmpeg rotates the picture upright before these filters. */
interface PrepareOptions {
  size: Size
  /** Converts to this constant rate, starting with the sound. */
  frameRate?: Rational
  /** Keeps only these frames at that rate. */
  frames?: FrameRange | undefined
  /** Whether zscale and tonemap are available. Without them, HDR videos look paler. */
  canToneMap: boolean
}

/** Converts any source to upright, progressive 8-bit BT.709 with square pixels in the given size. */
export function prepareFilters({ video }: SourceInfo, options: PrepareOptions): string[] {
  const { size, frameRate, frames, canToneMap } = options
  return [
    ...(video.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(frameRate ? [evenOut(frameRate, frames)] : []),
    ...(video.isHdr && canToneMap ? toneMap(video, size) : convertColors(video, size)),
    'format=yuv420p',
    'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
    // Otherwise mastering data, captions and orientation that no longer apply would reach the encoder.
    'sidedata=mode=delete',
  ]
}

/**
 * The numbers of frames are counted from the start of the video, whatever part of it is read, so that a part has the
 * same frames as the whole. A frame can only be missing at the start, where the first one replaces it.
 */
function evenOut({ num, den }: Rational, frames?: FrameRange): string {
  const rate = `fps=${num}/${den}`
  if (!frames) return `${rate}:start_time=0`
  const end = frames.end === undefined ? '' : `:end_pts=${frames.end}`
  return `${rate}${frames.first === 0 ? ':start_time=0' : ''},trim=start_pts=${frames.first}${end}`
}

/** Decodes once and scales step by step: each rung is made from the next larger one. */
export function cascade(
  info: SourceInfo,
  { frameRate, rungs }: Ladder,
  options: { canToneMap: boolean; frames?: FrameRange },
): string {
  const [top] = rungs
  if (!top) throw new RangeError('A ladder needs at least one rung')
  const prepared = prepareFilters(info, { size: top, frameRate, ...options })
  const chains = rungs.map((rung, index) => {
    const from = index === 0 ? `[0:${info.video.index}]` : `[next${index - 1}]`
    const isLast = index === rungs.length - 1
    const to = isLast ? `[v${index}]` : `,split=2[v${index}][next${index}]`
    const steps = index === 0 ? prepared : [scaleTo(rung)]
    const dropsFrames = rung.frameStep > (rungs[index - 1]?.frameStep ?? 1)
    return `${from}${[...(dropsFrames ? dropFrames(rung, index, steps) : steps)].join(',')}${to}`
  })
  return chains.join(';')
}

/** Stereo at 48 kHz for each rung. Gaps and a late start become silence, so that sound and video stay in sync. */
export function splitAudio({ audio }: SourceInfo, count: number): string[] {
  if (!audio) return []
  const labels = Array.from({ length: count }, (_, index) => `[a${index}]`).join('')
  const evened = 'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo'
  return [`[0:${audio.index}]${evened},asplit=${count}${labels}`]
}

/** setsar, because `scale` sets non-square pixels when a side is rounded to an even number. */
function scaleTo({ width, height }: Size, options = ''): string {
  return `scale=${width}:${height}:flags=bicubic${options},setsar=1`
}

/** Drops frames before they are scaled, but in the first chain after `fps` has made the rate constant. */
function dropFrames(rung: Rung, index: number, steps: string[]): string[] {
  const step = `framestep=${rung.frameStep}`
  if (index > 0) return [step, ...steps]
  const afterFps = steps.findIndex((filter) => filter.startsWith('fps=')) + 1
  return [...steps.slice(0, afterFps), step, ...steps.slice(afterFps)]
}

/** Scales first, because tone mapping uses floats and is the most expensive step. */
function toneMap(video: VideoInfo, size: Size): string[] {
  const { colorTransfer, colorPrimaries, colorSpace, colorRange } = video
  const source = [
    `tin=${colorTransfer}`,
    `pin=${known(colorPrimaries, 'bt2020')}`,
    `min=${known(colorSpace, 'bt2020nc')}`,
    `rin=${colorRange === 'pc' ? 'full' : 'limited'}`,
  ].join(':')
  return [
    scaleTo(size),
    `zscale=${source}:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=limited',
  ]
}

function convertColors(video: VideoInfo, size: Size): string[] {
  // For untagged files, players assume BT.709 for HD. ffmpeg would assume BT.601.
  const isHd = Math.min(video.codedWidth, video.codedHeight) >= 720
  const matrix = !known(video.colorSpace, '') && isHd ? 'bt709' : 'auto'
  return [scaleTo(size, `:in_color_matrix=${matrix}:out_color_matrix=bt709:out_range=tv`)]
}

function known(name: string, otherwise: string): string {
  return ['', 'unknown', 'reserved', 'unspecified'].includes(name) ? otherwise : name
}
