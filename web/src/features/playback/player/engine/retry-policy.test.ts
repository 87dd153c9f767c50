import { expect, test } from 'vitest'
import { remedyFor, retryDelayMs } from './retry-policy.ts'

test('an error that is not fatal is left to the engine', () => {
  expect(remedyFor({ kind: 'network', isFatal: false, status: 404 }, 0)).toBe('wait')
})

test.each([undefined, 0, 500, 502, 503, 429])(
  'a network failure with status %s is retried without limit',
  (status) => {
    const failure = { kind: 'network', isFatal: true, ...(status !== undefined && { status }) } as const
    expect(remedyFor(failure, 0)).toBe('retry')
    expect(remedyFor(failure, 9)).toBe('retry')
  },
)

test.each([401, 403, 404, 410])('status %d means that the address has expired', (status) => {
  expect(remedyFor({ kind: 'network', isFatal: true, status }, 0)).toBe('renew')
})

test('a decoder error restarts the decoder, then reloads the video, then gives up', () => {
  const failure = { kind: 'media', isFatal: true } as const
  expect([0, 1, 2, 3].map((recent) => remedyFor(failure, recent))).toEqual([
    'recover',
    'reload',
    'give-up',
    'give-up',
  ])
})

test('any other error reloads the video once, then gives up', () => {
  const failure = { kind: 'other', isFatal: true } as const
  expect([0, 1].map((recent) => remedyFor(failure, recent))).toEqual(['reload', 'give-up'])
})

test('delays double from one second up to fifteen', () => {
  expect([0, 1, 2, 3, 4, 50].map((attempt) => retryDelayMs(attempt, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000,
  ])
  expect(retryDelayMs(0, 0)).toBe(800)
  expect(retryDelayMs(0, 1)).toBeCloseTo(1200)
})
