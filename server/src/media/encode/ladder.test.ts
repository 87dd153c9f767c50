import { describe, expect, it } from 'vitest'
import { sourceInfo } from '../probe/source-info.fixture.ts'
import { planFirstRendition, planLadder } from './ladder.ts'

const sizes = (width: number, height: number) =>
  planLadder(sourceInfo({ video: { width, height } })).rungs.map((rung) => `${rung.width}x${rung.height}`)

describe('planLadder', () => {
  it.each([
    [3840, 2160, ['3840x2160', '2560x1440', '1920x1080', '1280x720', '854x480', '640x360', '426x240']],
    [1920, 1080, ['1920x1080', '1280x720', '854x480', '640x360', '426x240']],
    [1080, 1920, ['1080x1920', '720x1280', '480x854', '360x640', '240x426']],
    [640, 640, ['640x640', '480x480', '360x360', '240x240']],
    [321, 241, ['320x240']],
    [161, 121, ['160x120']],
    [64, 48, ['64x48']],
  ])('makes every rung up to %d × %d, largest first and even-sided', (width, height, expected) => {
    expect(sizes(width, height)).toEqual(expected)
  })

  it('makes a top rung for a source that is slightly smaller than a rung', () => {
    expect(sizes(1916, 1072)[0]).toBe('1916x1072')
    expect(sizes(1920, 800)[0]).toBe('1920x800')
    expect(sizes(1290, 726)[0]).toBe('1280x720')
  })

  it('stays within the limits of decoders', () => {
    expect(sizes(8192, 4320)[0]).toBe('4096x2160')
    expect(sizes(8192, 2160)[0]).toBe('4096x1080')
  })

  it('never enlarges', () => {
    for (const side of [16, 100, 239, 241, 500, 719, 1081, 3000]) {
      for (const rung of planLadder(sourceInfo({ video: { width: side * 2, height: side } })).rungs) {
        expect(rung.height).toBeLessThanOrEqual(side)
        expect(rung.width).toBeLessThanOrEqual(side * 2)
        expect([rung.width % 2, rung.height % 2]).toEqual([0, 0])
      }
    }
  })

  it('puts keyframes two seconds apart, at the same instants in rungs of half the rate', () => {
    const { rungs } = planLadder(sourceInfo({ video: { frameRate: { num: 60_000, den: 1001 } } }))
    expect(rungs.map(({ name, frameStep, gop }) => [name, frameStep, gop])).toEqual([
      ['1080p', 1, 120],
      ['720p', 1, 120],
      ['480p', 2, 60],
      ['360p', 2, 60],
      ['240p', 2, 60],
    ])
    for (const rung of rungs) expect((rung.gop * rung.frameRate.den) / rung.frameRate.num).toBeCloseTo(2.002)
  })

  it.each([
    [{ num: 240, den: 1 }, 60],
    [{ num: 120_000, den: 1001 }, 59.94],
    [{ num: 90, den: 1 }, 45],
    [{ num: 24_000, den: 1001 }, 23.976],
    [{ num: 1, den: 2 }, 10],
  ])('brings %o frames per second to %d', (frameRate, expected) => {
    const planned = planLadder(sourceInfo({ video: { frameRate } })).frameRate
    expect(planned.num / planned.den).toBeCloseTo(expected, 2)
  })

  it('uses a time base in which every frame lasts a whole number of ticks', () => {
    for (const frameRate of [
      { num: 60_000, den: 1001 },
      { num: 25, den: 1 },
      { num: 22_500, den: 1000 },
    ]) {
      const { timescale, rungs } = planLadder(sourceInfo({ video: { frameRate } }))
      for (const { frameRate: own } of rungs) expect((timescale * own.den) % own.num).toBe(0)
      expect(timescale).toBeGreaterThanOrEqual(10_000)
    }
  })

  it('lets a small source keep its frame rate at its own size', () => {
    const video = { width: 640, height: 480, frameRate: { num: 60, den: 1 } }
    expect(planLadder(sourceInfo({ video })).rungs.map((rung) => rung.frameStep)).toEqual([1, 2, 2])
  })

  it('gives more bits to larger pictures and higher frame rates', () => {
    const rates = planLadder(sourceInfo({ video: { width: 3840, height: 2160 } })).rungs.map(
      (r) => r.maxrateKbps,
    )
    expect(rates).toEqual([...rates].sort((a, b) => b - a))
    const fast = planLadder(sourceInfo({ video: { frameRate: { num: 60, den: 1 } } })).rungs[0]
    expect(fast?.maxrateKbps).toBe(8250)
  })

  it('cuts long videos into longer segments', () => {
    expect(planLadder(sourceInfo({ duration: 600 })).segmentSeconds).toBe(2)
    expect(planLadder(sourceInfo({ duration: 3600 })).segmentSeconds).toBe(4)
  })
})

describe('planFirstRendition', () => {
  it.each([
    [1920, 1080, '854x480'],
    [1080, 1920, '480x854'],
    [640, 360, '640x360'],
    [64, 48, '64x48'],
  ])('chooses one medium rung for %d × %d', (width, height, expected) => {
    const { rungs } = planFirstRendition(sourceInfo({ video: { width, height } }))
    expect(rungs.map((rung) => `${rung.width}x${rung.height}`)).toEqual([expected])
  })
})
