import type { Rational, SourceInfo } from '../probe/source-info.ts'
import { toNumber } from '../probe/source-info.ts'

/** One rendition to make. */
export interface Rung {
  /** Such as `720p`, after the shorter side. */
  name: string
  width: number
  height: number
  frameRate: Rational
  /** 2 keeps every second frame. */
  frameStep: 1 | 2
  /** Frames between keyframes: two seconds, at the same times in every rung. */
  gop: number
  maxrateKbps: number
  audioKbps: number
}

export interface Ladder {
  /** Of the largest rung; low rungs may keep every second frame. */
  frameRate: Rational
  /** Ticks per second. The same in all rungs, because players have problems if it changes. */
  timescale: number
  /** Largest first, because each is scaled from the one before. */
  rungs: Rung[]
  segmentSeconds: number
}

/** Peak rates at 30 frames per second. With constant quality, most videos stay far below them. */
const bitRates = [
  { side: 240, maxrateKbps: 500, audioKbps: 64 },
  { side: 360, maxrateKbps: 900, audioKbps: 96 },
  { side: 480, maxrateKbps: 1500, audioKbps: 128 },
  { side: 720, maxrateKbps: 3000, audioKbps: 128 },
  { side: 1080, maxrateKbps: 5500, audioKbps: 160 },
  { side: 1440, maxrateKbps: 10_000, audioKbps: 160 },
  { side: 2160, maxrateKbps: 20_000, audioKbps: 160 },
] as const

const keyframeSeconds = 2
const firstRenditionSide = 480
/** The limit of hardware decoders for H.264. */
const maxLongSide = 4096

/** Every rendition of a source, never larger than the source. */
export function planLadder(info: SourceInfo): Ladder {
  return ladderOf(info, planSides(info))
}

/** A single rendition that is ready soon, for sources that browsers cannot play. */
export function planFirstRendition(info: SourceInfo): Ladder {
  const sides = planSides(info)
  const side =
    sides.findLast((candidate) => candidate <= firstRenditionSide) ?? sides[0] ?? firstRenditionSide
  return ladderOf(info, [side])
}

/** The shorter sides of the rungs, smallest first. */
function planSides({ video }: SourceInfo): number[] {
  const { width, height } = video
  const own = Math.min(width, height, (maxLongSide * Math.min(width, height)) / Math.max(width, height))
  const source = Math.min(even(own), 2160)
  const sides: number[] = bitRates.map((rate) => rate.side).filter((side) => side <= source)
  const top = sides.at(-1) ?? 0
  // A source that is well above its highest rung gets a rung of its own size, such as 1916 × 1072 or 1920 × 800.
  return source > top * 1.1 ? [...sides, source] : sides
}

function ladderOf(info: SourceInfo, sides: readonly number[]): Ladder {
  const frameRate = planFrameRate(info.video.frameRate)
  const rungs = sides.map((side) => planRung(info, side, frameRate)).reverse()
  // Longer segments for long videos, whose playlists would otherwise have hundreds of kilobytes.
  const segmentSeconds = info.duration > 1200 ? 2 * keyframeSeconds : keyframeSeconds
  return { frameRate, timescale: planTimescale(frameRate), rungs, segmentSeconds }
}

/** At most 60, by dropping frames evenly. At least 10, so that seeking works in a slide show. */
function planFrameRate(source: Rational): Rational {
  const rate = toNumber(source)
  if (rate < 10) return { num: 10, den: 1 }
  return { num: source.num, den: source.den * Math.ceil(rate / 60.5) }
}

/** At least 10,000, and a whole number of ticks per frame. */
function planTimescale({ num }: Rational): number {
  return num * Math.ceil(10_000 / num)
}

function planRung({ video }: SourceInfo, side: number, frameRate: Rational): Rung {
  const short = Math.min(video.width, video.height)
  const long = Math.min(even((Math.max(video.width, video.height) * side) / short, 'nearest'), maxLongSide)
  const isPortrait = video.height > video.width
  // A small source keeps its frame rate at its own size.
  const frameStep = side <= 480 && side < even(short) && toNumber(frameRate) >= 48 ? 2 : 1
  // Counted at the rate of the lowest rung, so that dropped frames never shift a keyframe.
  const halfGop = Math.round((toNumber(frameRate) * keyframeSeconds) / 2)
  const rate = bitRates.find((candidate) => candidate.side >= side) ?? bitRates[bitRates.length - 1]
  const fastFactor = toNumber(frameRate) / frameStep > 31 ? 1.5 : 1
  return {
    name: `${side}p`,
    width: isPortrait ? side : long,
    height: isPortrait ? long : side,
    frameRate: { num: frameRate.num, den: frameRate.den * frameStep },
    frameStep,
    gop: frameStep === 2 ? halfGop : halfGop * 2,
    maxrateKbps: Math.max(
      100,
      Math.round((rate?.maxrateKbps ?? 0) * (side / (rate?.side ?? side)) ** 2 * fastFactor),
    ),
    audioKbps: rate?.audioKbps ?? 128,
  }
}

/** H.264 in 4:2:0 needs even sides. */
function even(length: number, direction: 'down' | 'nearest' = 'down'): number {
  return Math.max(2, (direction === 'down' ? Math.floor(length / 2) : Math.round(length / 2)) * 2)
}
