import { expect, test } from 'vitest'
import { createTapReader, sideOf } from './taps.ts'

test('the picture has a left, a middle and a right', () => {
  expect([10, 150, 250].map((x) => sideOf(x, 300))).toEqual(['left', 'middle', 'right'])
})

test('a tap alone toggles, at once only where no second one could follow', () => {
  const read = createTapReader()
  expect(read('middle', 0)).toEqual({ type: 'toggle', afterMs: 0 })
  expect(read('left', 1000)).toEqual({ type: 'toggle', afterMs: 300 })
})

test('taps in a row on one side seek ten seconds each and add up', () => {
  const read = createTapReader()
  read('right', 0)
  expect(read('right', 200)).toEqual({ type: 'seek', seconds: 10, total: 10 })
  expect(read('right', 400)).toEqual({ type: 'seek', seconds: 10, total: 20 })
  expect(read('left', 500)).toEqual({ type: 'toggle', afterMs: 300 })
  expect(read('left', 600)).toEqual({ type: 'seek', seconds: -10, total: 10 })
})

test('taps further apart are taps alone', () => {
  const read = createTapReader()
  read('left', 0)
  expect(read('left', 301).type).toBe('toggle')
})
