import { expect, test } from 'vitest'
import { createRateMeter } from './transfer-state.ts'

test('the rate is unknown before a second has passed', () => {
  const meter = createRateMeter()
  meter.add(0, 0)
  meter.add(900, 900)
  expect(meter.bytesPerSecond()).toBeUndefined()
  meter.add(1000, 2000)
  expect(meter.bytesPerSecond()).toBe(2000)
})

test('the rate is measured over the last seconds only', () => {
  const meter = createRateMeter()
  for (let second = 0; second <= 10; second++) meter.add(second * 1000, second * 5000)
  for (let second = 11; second <= 20; second++) meter.add(second * 1000, 50_000 + (second - 10) * 100)
  expect(meter.bytesPerSecond()).toBe(100)
})

test('a pause is not counted as slow sending', () => {
  const meter = createRateMeter()
  meter.add(0, 0)
  meter.add(2000, 2000)
  meter.reset()
  meter.add(5000, 2000)
  meter.add(6000, 5000)
  expect(meter.bytesPerSecond()).toBe(3000)
})
