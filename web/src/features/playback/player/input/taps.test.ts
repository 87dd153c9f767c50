import { expect, test } from 'vitest'
import { createTapReader, sideOf } from './taps.ts'

test('the picture has a left, a middle and a right', () => {
  expect([10, 150, 250].map((x) => sideOf(x, 300))).toEqual(['left', 'middle', 'right'])
})

test('a single tap toggles the controls: at once in the middle, after 300 ms at the sides', () => {
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

test('taps more than 300 ms apart are single taps', () => {
  const read = createTapReader()
  read('left', 0)
  expect(read('left', 301).type).toBe('toggle')
})
