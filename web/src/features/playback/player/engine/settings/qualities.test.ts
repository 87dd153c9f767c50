import { expect, test } from 'vitest'
import { autoLabel, listQualities, qualityName } from './qualities.ts'

test('a quality is named by its shorter side', () => {
  expect(qualityName({ width: 1280, height: 720 })).toBe('720p')
  expect(qualityName({ width: 720, height: 1280 })).toBe('720p')
})

test('qualities are listed best first, without duplicates', () => {
  const sizes = [
    { width: 426, height: 240 },
    { width: 1280, height: 720 },
    { width: 640, height: 360 },
    { width: 1280, height: 720 },
  ]
  expect(listQualities(sizes)).toEqual(['720p', '360p', '240p'])
  expect(listQualities([])).toEqual([])
})

test('the label of Auto includes the quality that it picked', () => {
  expect(autoLabel('480p')).toBe('Auto (480p)')
  expect(autoLabel(undefined)).toBe('Auto')
})
