import { fireEvent, screen, within } from '@testing-library/react'
import type { VideoStatistics } from '@vireo/contract'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { Statistics } from './statistics-screen.tsx'

const day = (number: number, views = 0, watchSeconds = 0) => ({
  day: `2026-03-0${number}`,
  views,
  watchSeconds,
})

const statistics: VideoStatistics = {
  video: { _id: 'v', title: 'Birds', duration: 200, views: 1300 },
  days: [day(1), day(2, 1, 90), day(3, 1200, 7322), day(4), day(5, 4, 10), day(6), day(7)],
  audience: {
    plays: 1500,
    share: 0.424,
    parts: Array.from({ length: 100 }, (_, part) => (part < 50 ? 1 : 0.25)),
  },
}

const cellsOf = (name: string) =>
  within(screen.getByRole('table', { name, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => row.textContent)

test('the charts show the figures of each day and position, and tables have the same', () => {
  renderInApp(<Statistics statistics={statistics} />)
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual([
    '1,205views in 7 days',
    '2:03:42watch time in 7 days',
    '42%watched on average, of 1,500 plays in all',
  ])
  screen.getByRole('img', {
    name: /^Views of each day from Sun, Mar 1\. The most were 1,200 views, on Tue, Mar 3\.$/,
  })
  expect(cellsOf('Views per day').slice(2, 6)).toEqual([
    'Thu, Mar 54',
    'Wed, Mar 40',
    'Tue, Mar 31,200',
    'Mon, Mar 21',
  ])
  expect(cellsOf('Watch time per day')).toContain('Tue, Mar 32:02:02')
  expect(cellsOf('Audience by position')).toHaveLength(10)
  expect(cellsOf('Audience by position').slice(4, 6)).toEqual(['1:20 to 1:40100%', '1:40 to 2:0025%'])
})

test('the keyboard chooses a day and a position, which the caption describes', () => {
  renderInApp(<Statistics statistics={statistics} />)
  const [views] = screen.getAllByRole('slider', { name: 'Day' })
  const position = screen.getByRole('slider', { name: 'Position' })
  screen.getByText('Most on Tue, Mar 3: 1,200 views')
  if (!views) throw new Error('There is no chart of days')
  fireEvent.focus(views)
  expect(views.getAttribute('aria-valuetext')).not.toMatch(/^Most/)
  fireEvent.change(views, { target: { value: '1' } })
  screen.getByText('Mon, Mar 2: 1 view')
  expect(views.getAttribute('aria-valuetext')).toBe('Mon, Mar 2: 1 view')
  screen.getByText('At the end: 25% of the plays')
  fireEvent.change(position, { target: { value: '25' } })
  screen.getByText('At 0:50: 100% of the plays')
  fireEvent.blur(position)
  screen.getByText('At the end: 25% of the plays')
})

test('a period in which nobody has watched is reported as such', () => {
  const days = statistics.days.map(({ day }) => ({ day, views: 0, watchSeconds: 0 }))
  renderInApp(<Statistics statistics={{ ...statistics, days }} />)
  expect(screen.getAllByText('None in this period')).toHaveLength(2)
  expect(screen.getAllByRole('img', { name: /None in this period\.$/ })).toHaveLength(2)
})

test('a video that nobody has watched has no charts', () => {
  const { video, days } = statistics
  const unwatched = {
    video: { ...video, views: 0 },
    days: days.map(({ day }) => ({ day, views: 0, watchSeconds: 0 })),
  }
  renderInApp(<Statistics statistics={{ ...unwatched, audience: null }} />)
  screen.getByText('Nobody has watched this video yet.')
  expect(screen.getByRole('link', { name: 'Go to the video' }).getAttribute('href')).toBe('/watch/v')
  expect(screen.queryByRole('img')).toBeNull()
})
