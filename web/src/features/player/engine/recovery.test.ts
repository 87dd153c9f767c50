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

test('a lost connection is tried again later and later', () => {
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

test('once something arrives, the next failure is a first one', () => {
  const { recovery, taken } = setUp()
  for (const _ of [1, 2, 3]) recovery.handle(lost)
  recovery.handleData()
  recovery.handle(lost)
  vi.advanceTimersByTime(1300)
  expect(taken).toEqual(['resume'])
})

test('when the browser is online again, nobody waits', () => {
  const { recovery, taken } = setUp()
  recovery.handle(lost)
  recovery.tryNow()
  expect(taken).toEqual(['resume'])
  vi.advanceTimersByTime(60_000)
  expect(taken).toHaveLength(1)
})

test('a decoder that fails again and again is given up, one that fails now and then is not', () => {
  const { recovery, taken } = setUp()
  for (const _ of [1, 2, 3]) recovery.handle(broken)
  expect(taken).toEqual(['recover', 'restart', 'give up'])
  vi.advanceTimersByTime(11_000)
  recovery.handle(broken)
  expect(taken.at(-1)).toBe('recover')
})

test('an address that ran out is renewed at once', () => {
  const { recovery, taken } = setUp()
  recovery.handle({ ...lost, status: 403 })
  expect(taken).toEqual(['renew'])
})

test('what was planned can be called off', () => {
  const { recovery, taken } = setUp()
  recovery.handle(lost)
  recovery.cancel()
  vi.advanceTimersByTime(60_000)
  expect(taken).toEqual([])
})
