import { expect, test } from 'vitest'
import { estimateTexts } from './estimate-text.ts'

const texts = (place: number | null, secondsLeft: number | null, isPlayable = false) =>
  estimateTexts({ isPlayable, estimate: { place, secondsLeft } })

test('the position in the queue and the time left are shown as far as they are known', () => {
  expect(texts(1, null)).toEqual(['Next in the queue'])
  expect(texts(3, 720)).toEqual(['Number 3 in the queue', 'About 12 minutes left'])
  expect(texts(2, null, true)).toEqual(['Number 2 in the queue for other sizes'])
  expect(texts(null, 180)).toEqual(['About 3 minutes left'])
  expect(texts(null, null)).toEqual([])
})

test('the time left is in minutes or hours', () => {
  const left = (seconds: number) => texts(null, seconds)[0]
  expect([30, 60, 3300, 3600, 5400, 7200].map(left)).toEqual([
    'Less than a minute left',
    'About 1 minute left',
    'About 55 minutes left',
    'About 1 hour left',
    'About 1.5 hours left',
    'About 2 hours left',
  ])
})
