import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecovery } from './recovery.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const taken: string[] = []
  const take = (way: string) => () => void taken.push(way)
  const recovery = createRecovery({
    resume: take('resume'),
    recover: take('recover'),
    restart: take('restart'),
    renew: take('renew'),
    giveUp: take('give up'),
  })
  return { recovery, taken }
}

const lost = { kind: 'network', isFatal: true } as const
const broken = { kind: 'media', isFatal: true } as const

test('a lost connection is retried with growing delays', () => {
  const { recovery, taken } = setUp()
  recovery.handle(lost)
  expect(taken).toEqual([])
  vi.advanceTimersByTime(1300)
  expect(taken).toEqual(['resume'])
  recovery.handle(lost)
  vi.advanceTimersByTime(1300)
  expect(taken).toHaveLength(1)
  vi.advanceTimersByTime(1300)
  expect(taken).toHaveLength(2)
})

test('the delay starts over once data has arrived', () => {
  const { recovery, taken } = setUp()
  for (const _ of [1, 2, 3]) recovery.handle(lost)
  recovery.handleData()
  recovery.handle(lost)
  vi.advanceTimersByTime(1300)
  expect(taken).toEqual(['resume'])
})

test('the retry happens at once when the browser is online again', () => {
  const { recovery, taken } = setUp()
  recovery.handle(lost)
  recovery.tryNow()
  expect(taken).toEqual(['resume'])
  vi.advanceTimersByTime(60_000)
  expect(taken).toHaveLength(1)
})

test('playback is given up when the decoder fails repeatedly, not when it fails occasionally', () => {
  const { recovery, taken } = setUp()
  for (const _ of [1, 2, 3]) recovery.handle(broken)
  expect(taken).toEqual(['recover', 'restart', 'give up'])
  vi.advanceTimersByTime(11_000)
  recovery.handle(broken)
  expect(taken.at(-1)).toBe('recover')
})

test('an expired address is renewed at once', () => {
  const { recovery, taken } = setUp()
  recovery.handle({ ...lost, status: 403 })
  expect(taken).toEqual(['renew'])
})

test('a planned retry can be cancelled', () => {
  const { recovery, taken } = setUp()
  recovery.handle(lost)
  recovery.cancel()
  vi.advanceTimersByTime(60_000)
  expect(taken).toEqual([])
})
