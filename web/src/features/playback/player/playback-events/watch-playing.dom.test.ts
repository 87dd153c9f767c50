import { expect, onTestFinished, test } from 'vitest'
import { watchPlaying } from './watch-playing.ts'

const ignore = () => {}

test('a repeated video does not report its position each time it begins again, but a seek does', () => {
  const media = document.createElement('video')
  Object.defineProperty(media, 'readyState', { value: 4 })
  const positions: number[] = []
  const stop = watchPlaying(media, 60, {
    onPlaying: ignore,
    onPosition: (seconds) => positions.push(seconds),
    onView: ignore,
    onPlayed: ignore,
    onEnded: ignore,
  })
  onTestFinished(stop)
  media.dispatchEvent(new Event('playing'))
  const seekTo = (seconds: number) => {
    media.currentTime = seconds
    media.dispatchEvent(new Event('seeked'))
  }
  media.loop = true
  seekTo(30)
  seekTo(0)
  expect(positions).toEqual([30])
  media.loop = false
  seekTo(0.1)
  expect(positions).toEqual([30, 0.1])
})
