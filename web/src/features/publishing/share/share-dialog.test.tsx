import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { ShareDialog } from './share-dialog.tsx'

const target = { type: 'watch' as const, id: '1', title: 'A walk', author: 'Maya', image: undefined }

it.each([
  ['public', true, 1],
  ['unlisted', true, 1],
  ['private', true, 0],
  ['public', false, 0],
] as const)(
  'a %s video that is playable (%s) has this many Embed buttons: %s',
  async (visibility, isPlayable, count) => {
    const video = { visibility, isPlayable, width: 1280, height: 720, captions: [] }
    renderInApp(<ShareDialog target={{ ...target, video }} open onOpenChange={() => {}} />)
    await screen.findByRole('button', { name: 'Copy Link' })
    expect(screen.queryAllByRole('button', { name: 'Embed' })).toHaveLength(count)
  },
)

it('the link can start at any time before the end, which the player would ignore', async () => {
  const user = userEvent.setup()
  const clock = { duration: 60, getTime: () => 60 }
  renderInApp(<ShareDialog target={{ ...target, clock }} open onOpenChange={() => {}} />)
  const time = await screen.findByLabelText('Start time')
  expect(time).toHaveProperty('value', '0:00')
  await user.clear(time)
  await user.type(time, '1:00')
  const problem = 'Enter a time within the video, such as 0:05.'
  await screen.findByText(problem)
  await user.clear(time)
  await user.type(time, '0:59')
  await screen.findByText(/\/watch\/1\?t=59$/)
  expect(screen.queryByText(problem)).toBeNull()
})
