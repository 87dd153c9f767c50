import { expect, test } from 'vitest'
import { badgesOf } from './video-badges.tsx'

const labels = (video: Parameters<typeof badgesOf>[0]) => badgesOf(video).map(({ label }) => label)

test('a public video that is ready has no badges', () => {
  expect(labels({ visibility: 'public', status: 'ready', progress: 100, isPlayable: true })).toEqual([])
})

test('the badges of visibility and of processing are shown together', () => {
  expect(labels({ visibility: 'private', status: 'processing', progress: 40, isPlayable: true })).toEqual([
    'Private',
    'Processing 40%',
  ])
  expect(labels({ visibility: 'unlisted', status: 'failed', progress: 40, isPlayable: true })).toEqual([
    'Unlisted',
    'Failed',
  ])
  expect(labels({ visibility: 'public', status: 'uploaded', progress: 0, isPlayable: true })).toEqual([
    'Waiting',
  ])
})
