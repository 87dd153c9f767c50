import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { NotificationSettings } from './notification-settings.tsx'

function Settings() {
  const queryClient = useQueryClient()
  useState(() => {
    queryClient.setQueryDefaults(['notification-settings'], { staleTime: Number.POSITIVE_INFINITY })
    queryClient.setQueryData(['notification-settings'], { mutedKinds: [], digest: 'off' })
  })
  return <NotificationSettings />
}

it('settings are shown at once, and all of them undone if they cannot be saved', async () => {
  const connection = Promise.withResolvers<never>()
  vi.spyOn(globalThis, 'fetch').mockReturnValue(connection.promise)
  onTestFinished(() => void vi.restoreAllMocks())
  const user = userEvent.setup()
  renderInApp(<Settings />)
  const mentions = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Mentions of me' })
  const replies = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Replies to my comments' })
  const digest = screen.getByRole<HTMLSelectElement>('combobox', { name: 'E-mail digest' })
  await user.click(mentions)
  await waitFor(() => expect(mentions.checked).toBe(false))
  await user.click(replies)
  await user.selectOptions(digest, 'weekly')
  await waitFor(() =>
    expect([mentions.checked, replies.checked, digest.value]).toEqual([false, false, 'weekly']),
  )
  connection.reject(new Error('offline'))
  await waitFor(() => expect([mentions.checked, replies.checked, digest.value]).toEqual([true, true, 'off']))
})
