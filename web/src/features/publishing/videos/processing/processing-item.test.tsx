import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../../../test/render.tsx'
import { VideoBadges } from '../video-badges.tsx'
import { ProcessingItem } from './processing-item.tsx'

test('a video in processing shows its percentage, its place in the queue and the time left', () => {
  const video = { _id: 'v', title: 'Herons', progress: 0, isPlayable: false, failure: null }
  const estimate = { place: 3, secondsLeft: 720 }
  renderInApp(<ProcessingItem video={{ ...video, status: 'uploaded', estimate }} onDismiss={() => {}} />)
  screen.getByText('Number 3 in the queue · About 12 minutes left')
  screen.getByText('0 %')
  const bar = screen.getByRole('progressbar', { name: 'Processing "Herons"' })
  expect(bar.getAttribute('aria-valuenow')).toBe('0')
})

test('the card of an unfinished video says its state and the time left in one badge', async () => {
  const video = { visibility: 'private', status: 'processing', progress: 40, isPlayable: false } as const
  renderInApp(<VideoBadges video={{ ...video, estimate: { place: 1, secondsLeft: 240 } }} />)
  await screen.findByText('Processing 40% · About 4 minutes left')
  const badges = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(badges).toEqual(['Private', 'Processing 40% · About 4 minutes left'])
})

test('the card of a video whose time left is unknown says its place in the queue', async () => {
  const video = { visibility: 'public', status: 'uploaded', progress: 0, isPlayable: false } as const
  renderInApp(<VideoBadges video={{ ...video, estimate: { place: 2, secondsLeft: null } }} />)
  await screen.findByText('Waiting · Number 2 in the queue')
})
