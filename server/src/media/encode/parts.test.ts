import { expect, it } from 'vitest'
import { sourceInfo } from '../probe/source-info.fixture.ts'
import { planLadder } from './ladder.ts'
import { planParts } from './parts.ts'

type Changes = Parameters<typeof sourceInfo>[0]
const lengths = { overSeconds: 300, partSeconds: 40 }
const plan = (changes: Changes) => {
  const info = sourceInfo({ duration: 310, ...changes })
  return planParts(info, planLadder(info), lengths)
}

it('cuts a long video at keyframes, without a gap, into parts of about the same length', () => {
  const parts = plan({ video: { frameRate: { num: 30_000, den: 1001 } } })
  expect(parts).toHaveLength(8)
  for (const [index, { first, end }] of parts.entries()) {
    expect(first % 60).toBe(0)
    expect(end).toBe(parts[index + 1]?.first)
    if (end) expect(Math.abs((end - first) / 60 - 19)).toBeLessThanOrEqual(1)
  }
  expect(parts[0]?.first).toBe(0)
})

it('has at most 48 parts', () => {
  expect(plan({ duration: 12 * 3600 })).toHaveLength(48)
})

it.each<[string, Changes]>([
  ['is not long', { duration: 300 }],
  ['has little video to its sound', { video: { duration: 20 } }],
  ['is in a container without exact times', { container: 'mpegts' }],
  ['has few keyframes', { packets: { maxKeyframeGap: 15 } }],
  ['hides frames', { packets: { hasHiddenFrames: true } }],
])('makes one pass of a video that %s', (_reason, changes) => {
  expect(plan(changes)).toEqual([])
})
