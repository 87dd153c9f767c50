import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startWorkTimer } from './work-timer.ts'

const names: string[] = []
const ends: (() => void)[] = []

/** Starts a timer that adds its name to the list when its time is over. */
function start(name: string, ms: number, cores: number) {
  ends.push(startWorkTimer(ms, () => names.push(name), cores))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  names.length = 0
  vi.useRealTimers()
})

it('counts real time while there is a core for each program', () => {
  start('a', 10_000, 2)
  start('b', 10_000, 2)
  vi.advanceTimersByTime(9_900)
  expect(names).toEqual([])
  vi.advanceTimersByTime(200)
  expect(names).toEqual(['a', 'b'])
})

it('counts time more slowly while programs share a core, and at full speed again afterwards', () => {
  start('a', 10_000, 1)
  const endOthers = [1, 2, 3].map(() => startWorkTimer(100_000, () => {}, 1))
  vi.advanceTimersByTime(20_000)
  expect(names).toEqual([])
  for (const end of endOthers) end()
  vi.advanceTimersByTime(4_900)
  expect(names).toEqual([])
  vi.advanceTimersByTime(200)
  expect(names).toEqual(['a'])
})

it('a time limit above the maximum of setTimeout does not expire at once', () => {
  start('a', 2 ** 31 + 1, 1)
  vi.advanceTimersByTime(60_000)
  expect(names).toEqual([])
})
