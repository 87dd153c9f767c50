import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderInApp } from '../../../test/render.tsx'
import { lazyPart, whenLoaded } from './lazy-part.tsx'
import { lazyParts } from './lazy-parts.ts'

const Hello = () => <p>Hello</p>

it('a part whose code cannot be loaded is left out, and loaded when the connection is back', async () => {
  const importPart = vi.fn<() => Promise<typeof Hello>>().mockRejectedValueOnce(new Error('offline'))
  const Part = lazyPart(importPart.mockResolvedValue(Hello))
  renderInApp(
    <>
      <p>The page</p>
      <Part fallback={<p>Nothing yet</p>} />
    </>,
  )
  await waitFor(() => expect(importPart.mock.settledResults[0]?.type).toBe('rejected'))
  await act(async () => {})
  expect(screen.getByText('The page')).toBeTruthy()
  expect(screen.getByText('Nothing yet')).toBeTruthy()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Hello')).toBeTruthy()
  expect(screen.queryByText('Nothing yet')).toBeNull()
  await Part.load()
  expect(importPart).toHaveBeenCalledTimes(2)
})

it('without a connection no code is imported, because the browser would remember that this failed', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const importPart = vi.fn(() => Promise.resolve(Hello))
  const Part = lazyPart(importPart)
  expect(await Part.load()).toBe(false)
  expect(importPart).not.toHaveBeenCalled()
  onLine.mockRestore()
  expect(await Part.load()).toBe(true)
})

it('without a connection, a part is available if its file was loaded for another part', async () => {
  const part = lazyParts(() => Promise.resolve({ Hello, Goodbye: () => <p>Goodbye</p> }))
  await part((m) => m.Hello).load()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await part((m) => m.Goodbye).load()).toBe(true)
})

it('a requested part opens at once if its code is loaded, and an error is shown if it cannot be loaded', async () => {
  const Part = lazyPart(() => Promise.resolve(Hello))
  await Part.load()
  const open = vi.fn<() => void>()
  whenLoaded(Part, open)
  expect(open).toHaveBeenCalledOnce()

  const Missing = lazyPart(() => Promise.reject(new Error('offline')))
  const openMissing = vi.fn<() => void>()
  const giveUp = vi.fn<() => void>()
  const toasts = () => screen.queryAllByText('Network error, please try again.')
  // Toasts outlive pages, so an earlier test file may have left some.
  const earlier = new Set(toasts())
  await act(async () => whenLoaded(Missing, openMissing, giveUp))
  await waitFor(() => expect(toasts().some((toast) => !earlier.has(toast))).toBe(true))
  expect(openMissing).not.toHaveBeenCalled()
  expect(giveUp).toHaveBeenCalledOnce()
})
