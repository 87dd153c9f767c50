import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { pushDevicesQuery } from './api.ts'
import { PushSection } from './push-section.tsx'

function Section() {
  const queryClient = useQueryClient()
  useState(() => {
    queryClient.setQueryDefaults(pushDevicesQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
    queryClient.setQueryData(pushDevicesQuery.queryKey, {
      publicKey: '',
      docs: [
        { _id: 'a', device: 'Chrome on Android', isCurrent: false, createdAt: '2026-11-01T10:00:00.000Z' },
      ],
    })
  })
  return <PushSection />
}

it('other devices are listed, and stay if they cannot be turned off; a browser without push messages is reported', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'))
  onTestFinished(() => void vi.restoreAllMocks())
  const user = userEvent.setup()
  renderInApp(<Section />)
  const here = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Notify me on this device' })
  expect([here.checked, here.disabled]).toEqual([false, true])
  expect(screen.getByText(/^This browser cannot show them/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Turn off on Chrome on Android, on since/ }))
  expect(fetching.mock.calls.map(([address]) => address)).toContain('/api/v1/push/device/a')
  expect(await screen.findByText('Chrome on Android')).toBeTruthy()
})

it('where no service worker is possible, the checkbox is off again; clicked twice, it asks for permission once', async () => {
  const asking = Promise.withResolvers<NotificationPermission>()
  const requestPermission = vi.fn(() => asking.promise)
  const register = vi.fn().mockRejectedValue(new Error('Storage is blocked'))
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'))
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  Object.assign(navigator, { serviceWorker: { register, ready: new Promise(() => {}) } })
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
  const user = userEvent.setup()
  renderInApp(<Section />)
  const here = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Notify me on this device' })
  await user.click(here)
  await user.click(here)
  expect([here.checked, requestPermission.mock.calls.length]).toEqual([true, 1])
  asking.resolve('granted')
  await waitFor(() => expect(here.checked).toBe(false))
  expect(register).toHaveBeenCalledOnce()
})
