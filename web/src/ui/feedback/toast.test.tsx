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
