import { useQueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { cacheSubscription, useSubscribedChannels, useSubscription, useToggleSubscription } from './api.ts'

const channels = ['Ada', 'Ben', 'Cleo'].map((name) => ({
  _id: `subscription of ${name}`,
  channel: { _id: name, username: name, fullname: name, avatar: '' },
  isLive: false,
}))

function Channels() {
  const queryClient = useQueryClient()
  useState(() => {
    queryClient.setQueryData(['subscriptions', 'channels'], channels)
    cacheSubscription(queryClient, 'Ben', { isSubscribed: true, totalSubscriber: 5, isBlocked: false })
  })
  const { data: list = [] } = useSubscribedChannels({ isEnabled: false })
  const { data: state } = useSubscription('Ben')
  const [failure, setFailure] = useState('')
  const toggle = useToggleSubscription('Ben', setFailure)
  return (
    <>
      <p data-testid="list">{list.map(({ channel }) => channel.fullname).join(', ')}</p>
      <p data-testid="count">{state?.totalSubscriber}</p>
      <p role="alert">{failure}</p>
      <button type="button" onClick={() => void toggle(!state?.isSubscribed)}>
        Subscribed
      </button>
    </>
  )
}

it('an unsubscription that cannot be sent brings the channel back to its place in the list', async () => {
  const user = userEvent.setup()
  // There is no server here, as on a device that is offline.
  renderInApp(<Channels />)
  const listed = () => screen.getByTestId('list').textContent
  expect(listed()).toBe('Ada, Ben, Cleo')
  const shown: (string | null)[] = []
  new MutationObserver(() => shown.push(listed())).observe(screen.getByTestId('list'), {
    characterData: true,
    childList: true,
    subtree: true,
  })
  await user.click(screen.getByRole('button', { name: 'Subscribed' }))
  expect(await screen.findByText('Failed to toggle subscription!')).toBeTruthy()
  expect(shown).toContain('Ada, Cleo')
  expect(listed()).toBe('Ada, Ben, Cleo')
  expect(screen.getByTestId('count').textContent).toBe('5')
})
