import { expect, test } from 'vitest'
import { placeTooltip } from './tooltip-place.ts'
import { delayAfter } from './tooltip-watch.ts'

const viewport = { width: 400, height: 300 }
const bubble = { offsetWidth: 60, offsetHeight: 20 }

test('a tooltip opens after 700 ms, and at once within 300 ms of another', () => {
  expect(delayAfter(Number.POSITIVE_INFINITY)).toBe(700)
  expect(delayAfter(300)).toBe(700)
  expect(delayAfter(299)).toBe(0)
})

test('a tooltip is centred on its side of the target', () => {
  const target = { left: 100, top: 100, width: 40, height: 40 }
  expect(placeTooltip(target, bubble, 'bottom', viewport)).toEqual({ left: 90, top: 146 })
  expect(placeTooltip(target, bubble, 'right', viewport)).toEqual({ left: 146, top: 110 })
})

test('a tooltip stays inside the window, and moves to the other side when there is no room', () => {
  expect(placeTooltip({ left: 2, top: 2, width: 40, height: 40 }, bubble, 'top', viewport)).toEqual({
    left: 8,
    top: 48,
  })
  expect(placeTooltip({ left: 380, top: 270, width: 20, height: 20 }, bubble, 'bottom', viewport)).toEqual({
    left: 332,
    top: 244,
  })
})
