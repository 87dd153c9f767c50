// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { toastSuccess } from './toast.ts'

it('the action of a success toast can be taken once, and the focus on it pauses the toast', async () => {
  const onPress = vi.fn<() => void>()
  toastSuccess('Tweet uploaded Successfully', { label: 'View tweet', onPress })
  const action = await screen.findByRole('button', { name: 'View tweet' })
  const time = await screen.findByRole('progressbar', { hidden: true })
  expect(time.style.animationDuration).toBe('1000ms')

  action.focus()
  await vi.waitFor(() => expect(time.style.animationPlayState).toBe('paused'))
  action.blur()
  await vi.waitFor(() => expect(time.style.animationPlayState).toBe('running'))
  fireEvent.click(action)
  fireEvent.click(action)
  expect(onPress).toHaveBeenCalledOnce()
})

it('a toast closes at the end of its time, not when the browser reports that its clock is before the start', async () => {
  toastSuccess('Saved')
  const text = await screen.findByText('Saved')
  const toast = text.closest<HTMLElement>('.Toastify__toast')
  const time = toast?.querySelector('[role=progressbar]')
  if (!toast || !time) throw new Error('The toast has no clock')
  fireEvent.animationEnd(toast)
  const end = { animationName: 'Toastify__trackProgress' }
  fireEvent.animationEnd(time, { ...end, elapsedTime: 0 })
  expect(toast.className).not.toContain('slide-exit')
  fireEvent.animationEnd(time, { ...end, elapsedTime: 1 })
  expect(toast.className).toContain('slide-exit')
})
