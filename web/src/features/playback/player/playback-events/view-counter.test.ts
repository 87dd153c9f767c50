import { expect, test } from 'vitest'
import { createViewCounter, type ViewCounter } from './view-counter.ts'

/** Plays from one time to another at a rate, with four updates a second as in browsers. */
function play(counter: ViewCounter, from: number, to: number, clock: { ms: number }, rate = 1) {
  let due: number | undefined
  for (let time = from; time <= to + 1e-6; time += 0.25 * rate) {
    due = counter.tick({ time, clockMs: clock.ms, rate }) ?? due
    clock.ms += 250
  }
  return due
}

test('ten seconds of playing count as a view, less does not', () => {
  const counter = createViewCounter({ duration: 60, after: 10 })
  const clock = { ms: 0 }
  expect(play(counter, 0, 9.5, clock)).toBeUndefined()
  expect(play(counter, 9.75, 10.25, clock)).toBe(0)
})

test('seeking does not count as playing', () => {
  const counter = createViewCounter({ duration: 60, after: 10 })
  const clock = { ms: 0 }
  play(counter, 0, 4, clock)
  counter.interrupt()
  expect(play(counter, 50, 54, clock)).toBeUndefined()
  counter.interrupt()
  expect(play(counter, 20, 23, clock)).toBe(0)
})

test('a jump in position without a seek event counts for no more than the time that passed', () => {
  const counter = createViewCounter({ duration: 600, after: 10 })
  counter.tick({ time: 0, clockMs: 0, rate: 1 })
  expect(counter.tick({ time: 500, clockMs: 250, rate: 1 })).toBeUndefined()
})

test('a stalled video does not count as playing, however long it lasts', () => {
  const counter = createViewCounter({ duration: 60, after: 10 })
  for (let ms = 0; ms < 60_000; ms += 1000)
    expect(counter.tick({ time: 3, clockMs: ms, rate: 1 })).toBeUndefined()
})

test('at double speed real time is counted, not the time of the video', () => {
  const counter = createViewCounter({ duration: 60, after: 10 })
  const clock = { ms: 0 }
  expect(play(counter, 0, 18, clock, 2)).toBeUndefined()
  expect(play(counter, 18.5, 21, clock, 2)).toBe(0)
})

test('a shorter video counts as a view when all of it was played', () => {
  const counter = createViewCounter({ duration: 6, after: 10 })
  const clock = { ms: 0 }
  expect(play(counter, 0, 5, clock)).toBeUndefined()
  expect(play(counter, 5.25, 5.75, clock)).toBeLessThan(600)
})

test('a video as long as the required time counts as a view even if its events end a little earlier', () => {
  const counter = createViewCounter({ duration: 10, after: 10 })
  const clock = { ms: 0 }
  expect(play(counter, 0, 9, clock)).toBeUndefined()
  expect(play(counter, 9.25, 9.75, clock)).toBeLessThan(600)
})

test('a short video at double speed counts only when its full length has passed in real time', () => {
  const counter = createViewCounter({ duration: 6, after: 10 })
  const due = play(counter, 0, 6, { ms: 0 }, 2)
  expect(due).toBeGreaterThan(2500)
  expect(due).toBeLessThan(3500)
})
