import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { toastSuccess } from './toast.ts'

function toastOf(element: HTMLElement): HTMLElement {
  const toast = element.closest<HTMLElement>('.Toastify__toast')
  if (!toast) throw new Error('This is not in a toast')
  return toast
}

/** Shows the time left. Another test file may have left a toast with its own. */
const clockOf = (toast: HTMLElement) => within(toast).getByRole('progressbar', { hidden: true })

it('the action of a success toast can be taken once, and the focus on it pauses the toast', async () => {
  const onPress = vi.fn<() => void>()
  toastSuccess('Tweet uploaded Successfully', { label: 'View tweet', onPress })
  const action = await screen.findByRole('button', { name: 'View tweet' })
  const time = clockOf(toastOf(action))
  expect(time.style.animationDuration).toBe('1000ms')

  action.focus()
  await waitFor(() => expect(time.style.animationPlayState).toBe('paused'))
  action.blur()
  await waitFor(() => expect(time.style.animationPlayState).toBe('running'))
  fireEvent.click(action)
  fireEvent.click(action)
  expect(onPress).toHaveBeenCalledOnce()
})

it('a toast closes at the end of its time, not when the browser reports that its clock is before the start', async () => {
  toastSuccess('Saved')
  const text = await screen.findByText('Saved')
  const toast = toastOf(text)
  const time = clockOf(toast)
  fireEvent.animationEnd(toast)
  const end = { animationName: 'Toastify__trackProgress' }
  fireEvent.animationEnd(time, { ...end, elapsedTime: 0 })
  expect(toast.className).not.toContain('slide-exit')
  fireEvent.animationEnd(time, { ...end, elapsedTime: 1 })
  expect(toast.className).toContain('slide-exit')
})
