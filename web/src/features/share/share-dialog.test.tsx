// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../test/render.tsx'
import { ShareDialog } from './share-dialog.tsx'

it('the link can start at any time before the end, where the player would ignore it', async () => {
  const user = userEvent.setup()
  const clock = { duration: 60, getTime: () => 60 }
  const target = { type: 'watch' as const, id: '1', title: 'A walk', author: 'Maya', image: undefined, clock }
  renderInApp(<ShareDialog target={target} open onOpenChange={() => {}} />)
  const time = await screen.findByLabelText('Start time')
  expect(time).toHaveProperty('value', '0:00')
  await user.clear(time)
  await user.type(time, '1:00')
  await screen.findByText('Enter a time within the video, such as 0:05.')
  await user.clear(time)
  await user.type(time, '0:59')
  await screen.findByText(/\/watch\/1\?t=59$/)
  expect(screen.queryByRole('alert')).toBeNull()
})
