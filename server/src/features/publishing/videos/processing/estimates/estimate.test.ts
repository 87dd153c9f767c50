import { describe, expect, it } from 'vitest'
import { estimateAll, type QueuedJob } from './estimate.ts'
import { roundEstimate } from './round-estimate.ts'

const job = (videoId: string, changes: Partial<QueuedJob> = {}): QueuedJob => ({
  videoId,
  ownerId: videoId,
  stage: 'ladder',
  turn: 0,
  runningSeconds: undefined,
  progress: 0,
  playableSeconds: 10,
  ladderSeconds: 100,
  ...changes,
})

const estimate = (jobs: QueuedJob[]) =>
  Object.fromEntries([...estimateAll(jobs)].map(([id, { place, secondsLeft }]) => [id, [place, secondsLeft]]))

describe('the estimate of', () => {
  it('a running video follows its progress, or the speed of earlier videos until there is progress', () => {
    expect(estimate([job('a', { runningSeconds: 60, progress: 20 })])).toEqual({ a: [null, 240] })
    expect(estimate([job('a', { runningSeconds: 30, progress: 2 })])).toEqual({ a: [null, 70] })
    expect(estimate([job('a', { runningSeconds: 300 })]), 'late').toEqual({ a: [null, 10] })
  })

  it('waiting videos adds up the videos before them, on as many workers as are busy', () => {
    const running = job('a', { runningSeconds: 50 })
    expect(estimate([running, job('b'), job('c')])).toEqual({ a: [null, 50], b: [1, 150], c: [2, 250] })
    const both = [running, job('b', { runningSeconds: 90, progress: 90 }), job('c'), job('d'), job('e')]
    expect(estimate(both)).toMatchObject({ c: [1, 110], d: [2, 150], e: [3, 210] })
  })

  it('waiting videos follows the turns of their owners', () => {
    const jobs = [
      job('a', { runningSeconds: 0 }),
      job('second', { ownerId: 'a', turn: 1 }),
      job('third', { ownerId: 'a', turn: 2 }),
      job('late', { ownerId: 'b', turn: 0 }),
    ]
    expect(estimate(jobs)).toMatchObject({ late: [1, 200], second: [2, 300], third: [3, 400] })
  })

  it('a video that cannot be watched yet includes its turn for all sizes', () => {
    const first = job('new', { stage: 'playable', runningSeconds: 4 })
    expect(estimate([first])).toEqual({ new: [null, 106] })
    const busy = [
      job('a', { runningSeconds: 0 }),
      job('b', { ownerId: 'a', turn: 1 }),
      first,
      job('next', { stage: 'playable', ownerId: 'new', turn: 1 }),
    ]
    // The owner's first ladder comes before the second of another owner, but their second does not.
    expect(estimate(busy)).toEqual({ a: [null, 100], new: [null, 200], b: [1, 300], next: [1, 400] })
  })

  it('a kind of video that was never processed before is unknown', () => {
    const unknown = { playableSeconds: undefined, ladderSeconds: undefined }
    const jobs = [job('a', { runningSeconds: 5, ...unknown }), job('b', unknown), job('c', unknown)]
    expect(estimate(jobs)).toEqual({ a: [null, null], b: [1, null], c: [2, null] })
  })
})

describe('the rounded estimate', () => {
  it('is rounded up, more for longer times', () => {
    const rounded = [0, 20, 45, 46, 61, 599, 601, 3599, 3601, 9000, 1e12].map((seconds) =>
      roundEstimate(seconds, null),
    )
    expect(rounded).toEqual([30, 30, 60, 60, 120, 600, 900, 3600, 5400, 9000, 30 * 24 * 3600])
  })

  it('goes down with the time, and up only if it becomes much later', () => {
    expect(roundEstimate(110, 180)).toBe(120)
    expect(roundEstimate(125, 120), 'a little later').toBe(120)
    expect(roundEstimate(149, 120)).toBe(120)
    expect(roundEstimate(151, 120), 'much later').toBe(180)
  })
})
