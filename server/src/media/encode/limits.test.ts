import { describe, expect, it } from 'vitest'
import { sourceInfo } from '../probe/source-info.fixture.ts'
import { planFirstRendition, planLadder } from './ladder.ts'
import { copyOutputLimit, copyTimeLimit, encodeOutputLimit, encodeTimeLimit } from './limits.ts'

const gigabyte = 1024 ** 3
const halfDay = 12 * 3600
const timerHolds = 2 ** 31 - 1

const huge = sourceInfo({
  duration: halfDay,
  bitRate: 1e12,
  video: { width: 8192, height: 8192, frameRate: { num: 240, den: 1 } },
})

describe('the time limit of ffmpeg', () => {
  it('grows with the length and size of the video', () => {
    const minute = encodeTimeLimit(sourceInfo({ duration: 60 }))
    expect(encodeTimeLimit(sourceInfo({ duration: 600 }))).toBeGreaterThan(3 * minute)
    expect(encodeTimeLimit(sourceInfo({ video: { width: 3840, height: 2160 } }))).toBeGreaterThan(2 * minute)
  })

  it('is never more than a timer can hold', () => {
    expect(encodeTimeLimit(huge)).toBeLessThan(timerHolds)
    expect(copyTimeLimit(huge)).toBeLessThan(timerHolds)
  })
})

describe('the output limit of ffmpeg', () => {
  it('is more than a normal ladder or copy needs', () => {
    const hour = sourceInfo({ duration: 3600 })
    const peak = planLadder(hour).rungs.reduce((sum, rung) => sum + rung.maxrateKbps + rung.audioKbps, 0)
    expect(encodeOutputLimit(hour, planLadder(hour), 0)).toBeGreaterThan(peak * 125 * 3600)
    expect(copyOutputLimit(hour, gigabyte)).toBeGreaterThan(1.2 * gigabyte)
  })

  it('follows the duration and the rungs', () => {
    const minute = sourceInfo({ duration: 60 })
    expect(encodeOutputLimit(minute, planLadder(minute), 0)).toBeLessThan(0.5 * gigabyte)
    expect(encodeOutputLimit(minute, planFirstRendition(minute), 0)).toBeLessThan(0.1 * gigabyte)
  })

  it('allows for a file that states too short a duration', () => {
    const second = sourceInfo({ duration: 1 })
    expect(encodeOutputLimit(second, planLadder(second), gigabyte)).toBeGreaterThan(4 * gigabyte)
  })

  it('has an upper limit for a video of any length', () => {
    expect(encodeOutputLimit(huge, planLadder(huge), 0)).toBe(40 * gigabyte)
    expect(copyOutputLimit(huge, 100 * gigabyte)).toBe(40 * gigabyte)
  })
})
