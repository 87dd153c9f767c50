import { screen, within } from '@testing-library/react'
import type { JobsReport } from '@vireo/contract'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { Jobs } from './jobs-section.tsx'
import { Storage } from './storage-section.tsx'

const report: JobsReport = {
  pools: [
    { pool: 'light', waiting: 0, running: 1, scheduled: 2, oldest: new Date().toISOString() },
    {
      pool: 'heavy',
      waiting: 1200,
      running: 2,
      scheduled: 0,
      oldest: new Date(Date.now() - 7_300_000).toISOString(),
    },
  ],
  failedCount: 3,
  failed: [
    {
      _id: '7',
      name: 'videos:make-ladder',
      message: 'ffmpeg ended with 1',
      attempts: 3,
      failedAt: new Date(Date.now() - 120_000).toISOString(),
      video: { _id: 'v', title: 'Herons' },
    },
  ],
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('the queue has a row for each pool, and a failed job its message, video and actions', () => {
  renderInApp(<Jobs report={report} />)
  expect(rowsOf('Queue')).toEqual([
    'Mail and small jobs012',
    'Encoding all sizesThe first has been waiting for 2 hours1,20020',
  ])
  screen.getByRole('heading', { name: 'Failed jobs: 3' })
  const job = within(screen.getByRole('list', { name: 'Failed jobs' })).getByRole('listitem')
  expect(job.textContent).toContain('videos:make-ladder: Heronsffmpeg ended with 1')
  expect(job.textContent).toContain('2 minutes ago, after 3 tries')
  expect(within(job).getByRole('link', { name: 'Herons' }).getAttribute('href')).toBe('/watch/v')
  for (const name of ['Retry videos:make-ladder', 'Dismiss videos:make-ladder'])
    within(job).getByRole('button', { name })
  screen.getByText('Shown: the latest 1 of 3.')
})

const owner = { _id: 'a', username: 'ada', fullname: 'Ada Crane', avatar: null }
const accounts = [{ owner, bytes: 3 * 1024 ** 3 }]

test('storage shows used and free space, and the people whose videos take the most', () => {
  renderInApp(<Storage storage={{ used: 4 * 1024 ** 3, free: 12 * 1024 ** 3, failing: [], accounts }} />)
  const meter = screen.getByRole('meter', { name: 'Storage in use' })
  expect(meter.getAttribute('aria-valuetext')).toBe('4.0 GB used, 12.0 GB free')
  expect(rowsOf('Largest accounts')[0]).toMatch(/Ada Crane @ada3\.0 GB$/)
})

test('the free space is left out if the store does not report it', () => {
  renderInApp(<Storage storage={{ used: 4 * 1024 ** 3, free: null, failing: [], accounts }} />)
  screen.getByText('4.0 GB')
  expect(screen.queryByText(/free$/)).toBeNull()
  expect(screen.queryByRole('meter')).toBeNull()
})

test('administrators are told when the store does not answer or the disk is full', () => {
  const storage = { used: 0, free: null, accounts: [] }
  const { unmount } = renderInApp(<Storage storage={{ ...storage, failing: [] }} />)
  expect(screen.queryByRole('alert')).toBeNull()
  unmount()
  renderInApp(<Storage storage={{ ...storage, failing: ['storage', 'disk'] }} />)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'The store of files does not answer. Pages and comments work; videos, pictures and uploads do not.',
    'The disk of the server is nearly full. Everything can be read, but uploads and pictures are refused.',
  ])
})
