import { QueryClient } from '@tanstack/react-query'
import { cleanup, renderHook, screen } from '@testing-library/react'
import type { CurrentUser } from '@vireo/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { currentUserQuery } from './api.ts'
import { followViewer, useSuspension } from './follow-viewer.ts'

const wren = { _id: 'wren' } as CurrentUser

it('changes in other tabs lead to at most one call for the account a second, and the last one is not missed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queryClient = new QueryClient()
  followViewer(queryClient)
  const loadViewer = vi.fn(async () => wren)
  await queryClient.fetchQuery({ ...currentUserQuery, queryFn: loadViewer })
  loadViewer.mockClear()
  for (const id of ['robin', 'finch', 'lark']) {
    localStorage.setItem('viewer', id)
    window.dispatchEvent(new StorageEvent('storage', { key: 'viewer', newValue: id }))
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(loadViewer).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(loadViewer).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(loadViewer).toHaveBeenCalledTimes(2)
})

it('a suspension is the reason for the session that it ended, not for a later one of the same person', async () => {
  const events = new EventTarget()
  const close = () => {}
  vi.stubGlobal('EventSource', function open() {
    return Object.assign(events, { close })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(cleanup)
  const queryClient = new QueryClient()
  followViewer(queryClient)
  let viewer: CurrentUser | null = wren
  const load = () =>
    queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0, queryFn: async () => viewer })
  await load()
  renderHook(() => useSuspension(queryClient, wren))
  viewer = null
  events.dispatchEvent(new MessageEvent('account-suspended', { data: 'null' }))
  expect(await screen.findByText(/^This account is suspended/)).toBeTruthy()

  viewer = wren
  await load()
  viewer = null
  await load()
  expect(await screen.findByText(/^You were signed out/)).toBeTruthy()
})
