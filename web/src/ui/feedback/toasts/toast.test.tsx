import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { Dialog } from '../../overlays/dialog.tsx'
import { toastError, toastSuccess } from './toast.ts'
import { toastUndo } from './undo-toast.ts'

function toastOf(element: HTMLElement): HTMLElement {
  const toast = element.closest<HTMLElement>('[data-toast]')
  if (!toast) throw new Error('This is not in a toast')
  return toast
}

/** The time left of this toast. Another test file may have left a toast. */
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

it('a toast closes at the end of its time, not when the browser reports an end at time 0', async () => {
  toastSuccess('Saved')
  const text = await screen.findByText('Saved')
  const toast = toastOf(text)
  const time = clockOf(toast)
  fireEvent.animationEnd(toast)
  const end = { animationName: 'toast-clock' }
  fireEvent.animationEnd(time, { ...end, elapsedTime: 0 })
  expect(toast.dataset.state).toBe('open')
  fireEvent.animationEnd(time, { ...end, elapsedTime: 1 })
  expect(toast.dataset.state).toBe('closed')
})

it('repeating a message restarts its toast; each change that can be undone has its own toast', async () => {
  const message = 'Please Sign in to like videos'
  const open = vi.fn<(from: string) => void>()
  const ask = (from: string) =>
    toastError(message, { actions: [{ label: 'Sign in', onPress: () => open(from) }] })
  await act(async () => ask('the first click'))
  const toast = toastOf(await screen.findByText(message))
  const time = clockOf(toast)
  await act(async () => ask('the second click'))
  expect(toastOf(screen.getByText(message))).toBe(toast)
  expect(clockOf(toast)).not.toBe(time)
  fireEvent.click(within(toast).getByRole('button', { name: 'Sign in' }))
  expect(open.mock.calls).toEqual([['the second click']])

  // While the first fades out, the message is new.
  await act(async () => ask('a later click'))
  expect(screen.getAllByText(message)).toHaveLength(2)

  const restored: string[] = []
  for (const video of ['the first', 'the second'])
    await act(async () => toastUndo('Hidden from your recommendations.', () => restored.push(video)))
  for (const undo of screen.getAllByRole('button', { name: 'Undo' })) fireEvent.click(undo)
  expect(restored).toEqual(['the first', 'the second'])
})

it('a dialog neither closes nor takes the focus back when a toast is used, and Escape closes the toast first', async () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>()
  renderInApp(
    <Dialog title="New playlist" open onOpenChange={onOpenChange}>
      <input aria-label="Name" />
    </Dialog>,
  )
  const field = await screen.findByRole('textbox', { name: 'Name' })
  const onUndo = vi.fn<() => void>()
  toastUndo('Removed A long show', onUndo)
  const toast = toastOf(await screen.findByText('Removed A long show'))
  const undo = within(toast).getByRole('button', { name: 'Undo' })
  field.focus()
  // The style sheet lets it receive clicks while the page behind the dialog takes none: see shell-feedback.spec.ts.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  await user.keyboard('{Alt>}[KeyT]{/Alt}')
  expect(document.activeElement).toBe(undo)
  await user.keyboard('{Escape}')
  expect(toast.dataset.state).toBe('closed')
  expect(document.activeElement).toBe(field)

  toastUndo('Removed Waders', onUndo)
  const other = toastOf(await screen.findByText('Removed Waders'))
  await user.click(within(other).getByRole('button', { name: 'Undo' }))
  expect(onUndo).toHaveBeenCalledOnce()
  expect(onOpenChange).not.toHaveBeenCalled()
})
