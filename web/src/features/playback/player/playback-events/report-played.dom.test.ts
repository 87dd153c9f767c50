import { expect, onTestFinished, test, vi } from 'vitest'
import { createPlayedRanges, type PlayedRange, reportPlayed } from './report-played.ts'

test('uninterrupted playback is one range, and a report continues where the last one ended', () => {
  const ranges = createPlayedRanges()
  for (const time of [0, 0.25, 0.5, 10]) ranges.add(time)
  expect(ranges.take()).toEqual([{ from: 0, to: 10 }])
  expect(ranges.take()).toEqual([])
  ranges.add(12)
  expect(ranges.take()).toEqual([{ from: 10, to: 12 }])
})

test('a seek begins another range, and so does playing something again', () => {
  const ranges = createPlayedRanges()
  for (const time of [0, 5]) ranges.add(time)
  ranges.interrupt()
  for (const time of [50, 55]) ranges.add(time)
  for (const time of [52, 56]) ranges.add(time)
  expect(ranges.take()).toEqual([
    { from: 0, to: 5 },
    { from: 50, to: 55 },
    { from: 52, to: 56 },
  ])
})

test('after a pause a new range starts where playback continues, even after a report', () => {
  const ranges = createPlayedRanges()
  for (const time of [0, 5]) ranges.add(time)
  ranges.interrupt()
  ranges.take()
  for (const time of [30, 31]) ranges.add(time)
  expect(ranges.take()).toEqual([{ from: 30, to: 31 }])
})

test('no more ranges are collected than a report can have', () => {
  const ranges = createPlayedRanges()
  for (let i = 0; i < 150; i++) {
    ranges.interrupt()
    ranges.add(i)
    ranges.add(i + 0.5)
  }
  const played = ranges.take()
  expect(played).toHaveLength(20)
  expect(played.at(-1)).toEqual({ from: 19, to: 19.5 })
})

test('ranges that end within ten seconds are reported together', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const media = document.createElement('video')
  const reports: PlayedRange[][] = []
  const page = new AbortController()
  reportPlayed(media, 0, (ranges) => reports.push(ranges), page.signal)
  const playAgain = () => {
    media.currentTime = 0
    media.dispatchEvent(new Event('playing'))
    Object.defineProperty(media, 'paused', { configurable: true, value: false })
    media.dispatchEvent(new Event('timeupdate'))
    vi.advanceTimersByTime(3000)
    media.currentTime = 3
    media.dispatchEvent(new Event('ended'))
  }
  for (let i = 0; i < 6; i++) playAgain()
  expect(reports.map((ranges) => ranges.length)).toEqual([1, 4])
  page.abort()
  expect(reports.flat()).toEqual(Array(6).fill({ from: 0, to: 3 }))
})

test('a short video that ended before its playback was observed is reported', () => {
  const media = document.createElement('video')
  media.currentTime = 2
  Object.defineProperty(media, 'ended', { value: true })
  const reports: PlayedRange[][] = []
  reportPlayed(media, 0, (ranges) => reports.push(ranges), new AbortController().signal)
  expect(reports).toEqual([[{ from: 0, to: 2 }]])
})
