import { expect, it } from 'vitest'
import { sourceInfo } from '../probe/source-info.fixture.ts'
import { planStoryboard, writeStoryboardVtt } from './storyboard.ts'

it.each([
  [10, 1, 10],
  [60, 1, 60],
  [61, 2, 31],
  [900, 4, 225],
  [3600, 10, 360],
  [36_000, 100, 360],
])('plans a picture for each part of %d seconds', (duration, interval, count) => {
  expect(planStoryboard(sourceInfo({ duration }))).toMatchObject({
    ...{ interval, count, columns: 5, rows: 5 },
    tile: { width: 160, height: 90 },
  })
})

it('shows at least one picture', () => {
  expect(planStoryboard(sourceInfo({ duration: 0.04 })).count).toBe(1)
})

it('writes a cue per picture, with its place on its sheet', () => {
  const plan = { interval: 200, tile: { width: 160, height: 90 }, columns: 2, rows: 2, count: 5 }
  expect(writeStoryboardVtt(plan, 3725.5, (sheet) => `sheet-${sheet}.jpg`).split('\n\n')).toEqual([
    'WEBVTT',
    '00:00:00.000 --> 00:03:20.000\nsheet-1.jpg#xywh=0,0,160,90',
    '00:03:20.000 --> 00:06:40.000\nsheet-1.jpg#xywh=160,0,160,90',
    '00:06:40.000 --> 00:10:00.000\nsheet-1.jpg#xywh=0,90,160,90',
    '00:10:00.000 --> 00:13:20.000\nsheet-1.jpg#xywh=160,90,160,90',
    '00:13:20.000 --> 01:02:05.500\nsheet-2.jpg#xywh=0,0,160,90\n',
  ])
})
