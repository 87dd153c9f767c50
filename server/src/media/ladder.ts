import type { Rational, SourceInfo } from './source-info.ts'
import { toNumber } from './source-info.ts'

/** One rendition to make. */
export type Rung = {
  /** `720p`: the shorter side, whichever way the video stands. */
  name: string
  width: number
  height: number
  frameRate: Rational
  /** Every how many frames of the pass this rung keeps one. */
  frameStep: 1 | 2
  /** Frames between keyframes: two seconds, at the same instants in every rung. */
  gop: number
  maxrateKbps: number
  audioKbps: number
}

export type Ladder = {
  /** Of the whole pass; low rungs may keep every second frame of it. */
  frameRate: Rational
  /** Ticks per second, the same in all rungs: players stumble when it changes with the rung. */
  timescale: number
  /** Largest first, as each is scaled from the one before. */
  rungs: Rung[]
  segmentSeconds: number
}

/** Peak rates at 30 frames per second; most content stays far below them at constant quality. */
const RATES = [
  { side: 240, maxrateKbps: 500, audioKbps: 64 },
  { side: 360, maxrateKbps: 900, audioKbps: 96 },
  { side: 480, maxrateKbps: 1500, audioKbps: 128 },
  { side: 720, maxrateKbps: 3000, audioKbps: 128 },
  { side: 1080, maxrateKbps: 5500, audioKbps: 160 },
  { side: 1440, maxrateKbps: 10_000, audioKbps: 160 },
  { side: 2160, maxrateKbps: 20_000, audioKbps: 160 },
] as const

const KEYFRAME_SECONDS = 2
const FIRST_SIDE = 480
/** What hardware decoders take in H.264. */
const MAX_LONG_SIDE = 4096

/** Every rendition of a source, never larger than the source. */
export function planLadder(info: SourceInfo): Ladder {
  return ladderOf(info, planSides(info))
}

/** The one rendition that makes a source watchable soon when browsers do not play it as it is. */
export function planFirstRendition(info: SourceInfo): Ladder {
  const sides = planSides(info)
  const side = sides.findLast((candidate) => candidate <= FIRST_SIDE) ?? sides[0] ?? FIRST_SIDE
  return ladderOf(info, [side])
}

/** Shorter sides, smallest first. */
function planSides({ video }: SourceInfo): number[] {
  const { width, height } = video
  const own = Math.min(width, height, (MAX_LONG_SIDE * Math.min(width, height)) / Math.max(width, height))
  const source = Math.min(even(own), 2160)
  const sides: number[] = RATES.map((rate) => rate.side).filter((side) => side <= source)
  const top = sides.at(-1) ?? 0
  // 1916 × 1072 or 1920 × 800 must not end at 720: a source well above its highest rung is a rung itself.
  return source > top * 1.1 ? [...sides, source] : sides
}

function ladderOf(info: SourceInfo, sides: readonly number[]): Ladder {
  const frameRate = planFrameRate(info.video.frameRate)
  const rungs = sides.map((side) => planRung(info, side, frameRate)).reverse()
  // Long videos get longer segments, or their playlists would grow to hundreds of kilobytes.
  const segmentSeconds = info.duration > 1200 ? 2 * KEYFRAME_SECONDS : KEYFRAME_SECONDS
  return { frameRate, timescale: planTimescale(frameRate), rungs, segmentSeconds }
}

/** At most 60, by dropping frames evenly; at least 10, so that a slide show can be sought in. */
function planFrameRate(source: Rational): Rational {
  const rate = toNumber(source)
  if (rate < 10) return { num: 10, den: 1 }
  return { num: source.num, den: source.den * Math.ceil(rate / 60.5) }
}

/** Fine enough, and a whole number of ticks per frame. */
function planTimescale({ num }: Rational): number {
  return num * Math.ceil(10_000 / num)
}

function planRung({ video }: SourceInfo, side: number, frameRate: Rational): Rung {
  const short = Math.min(video.width, video.height)
  const long = Math.min(even((Math.max(video.width, video.height) * side) / short, 'nearest'), MAX_LONG_SIDE)
  const isPortrait = video.height > video.width
  // A small source keeps its smoothness at its own size.
  const frameStep = side <= 480 && side < even(short) && toNumber(frameRate) >= 48 ? 2 : 1
  // Counted at the rate of the lowest rung, so that frames dropped there never shift a keyframe.
  const halfGop = Math.round((toNumber(frameRate) * KEYFRAME_SECONDS) / 2)
  const rate = RATES.find((candidate) => candidate.side >= side) ?? RATES[RATES.length - 1]
  const fast = toNumber(frameRate) / frameStep > 31 ? 1.5 : 1
  return {
    name: `${side}p`,
    width: isPortrait ? side : long,
    height: isPortrait ? long : side,
    frameRate: { num: frameRate.num, den: frameRate.den * frameStep },
    frameStep,
    gop: frameStep === 2 ? halfGop : halfGop * 2,
    maxrateKbps: Math.max(
      100,
      Math.round((rate?.maxrateKbps ?? 0) * (side / (rate?.side ?? side)) ** 2 * fast),
    ),
    audioKbps: rate?.audioKbps ?? 128,
  }
}

/** H.264 in 4:2:0 needs even sides. */
function even(length: number, direction: 'down' | 'nearest' = 'down'): number {
  return Math.max(2, (direction === 'down' ? Math.floor(length / 2) : Math.round(length / 2)) * 2)
}
