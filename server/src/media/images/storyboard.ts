import type { SourceInfo } from '../probe/source-info.ts'
import { toNumber } from '../probe/source-info.ts'
import { fitWithin, type Size } from './size.ts'

export interface StoryboardPlan {
  /** Seconds between two pictures. */
  interval: number
  tile: Size
  columns: number
  rows: number
  count: number
}

const tileLongSide = 160
const sheetColumns = 5
const sheetRows = 5

/** For longer videos the interval is a multiple of the keyframe distance of 2 s, so that only keyframes are decoded. */
export function planStoryboard({ video }: SourceInfo): StoryboardPlan {
  const interval = pickInterval(video.duration)
  const lastFrame = video.duration - 1 / toNumber(video.frameRate)
  return {
    interval,
    tile: fitWithin(video, tileLongSide, 'long'),
    columns: sheetColumns,
    rows: sheetRows,
    // One for each multiple of the interval that has a frame at or after it.
    count: Math.max(1, Math.floor(lastFrame / interval) + 1),
  }
}

/** A WebVTT track whose cues refer to a part of a sheet: `storyboard-001.jpg#xywh=160,0,160,90`. */
export function writeStoryboardVtt(
  plan: StoryboardPlan,
  duration: number,
  sheetName: (sheet: number) => string,
): string {
  const { interval, tile, columns, rows, count } = plan
  const cues = Array.from({ length: count }, (_, index) => {
    const start = index * interval
    const end = index === count - 1 ? Math.max(duration, start + 0.001) : start + interval
    const place = index % (columns * rows)
    const x = (place % columns) * tile.width
    const y = Math.floor(place / columns) * tile.height
    const sheet = sheetName(Math.floor(index / (columns * rows)) + 1)
    return `${timestamp(start)} --> ${timestamp(end)}\n${sheet}#xywh=${x},${y},${tile.width},${tile.height}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

function pickInterval(duration: number): number {
  if (duration <= 60) return 1
  if (duration <= 300) return 2
  if (duration <= 1200) return 4
  if (duration <= 3600) return 10
  return Math.ceil(duration / 720) * 2
}

/** 3725.5 → 01:02:05.500 */
function timestamp(seconds: number): string {
  const whole = Math.round(seconds * 1000)
  const part = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0')
  const clock = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60].map((value) => part(value))
  return `${clock.join(':')}.${part(whole % 1000, 3)}`
}
