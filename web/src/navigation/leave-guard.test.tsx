import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderInApp } from '../../test/render.tsx'
import { useUnsaved } from '../ui/forms/unsaved.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'

function TextForm() {
  const [text, setText] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  useUnsaved(text !== '', { isSaving })
  return (
    <>
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setIsSaving(!isSaving)}>
        {isSaving ? 'Fail' : 'Save'}
      </button>
    </>
  )
}

function DialogPage() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Dialog title="A form" open={isOpen} onOpenChange={setIsOpen}>
      <TextForm />
    </Dialog>
  )
}

// Must run first, because the other tests load the dialog's code.
it('when the confirmation cannot be loaded, the browser asks, so that a dialog with changes can be closed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const ask = vi.fn<typeof window.confirm>().mockReturnValueOnce(false).mockReturnValueOnce(true)
  vi.stubGlobal('confirm', ask)
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const user = userEvent.setup()
  renderInApp(<DialogPage />)
  await user.type(await screen.findByLabelText('Text'), 'Words')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith('Discard changes?'))
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Words')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull())
})

it('a dialog stays open while it saves, so that a failure leaves the changes', async () => {
  const user = userEvent.setup()
  renderInApp(<DialogPage />)
  await user.type(await screen.findByLabelText('Text'), 'Words')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Fail' }))
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Words')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy()
})

it('a dialog closes at once without changes, and asks before it discards some', async () => {
  const user = userEvent.setup()
  renderInApp(<DialogPage />)
  await user.type(await screen.findByLabelText('Text'), 'Words')
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard changes?' })
  const keep = screen.getByRole('button', { name: 'Keep editing' })
  await waitFor(() => expect(document.activeElement).toBe(keep))
  await user.click(keep)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const input = screen.getByLabelText('Text')
  expect(input).toHaveProperty('value', 'Words')

  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.clear(screen.getByLabelText('Text'))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull())
})

function FormPage() {
  const { pathname } = useLocation()
  return (
    <>
      <LeaveGuard />
      <p>{pathname}</p>
      <Link to="/other">Leave</Link>
      {pathname === '/' && <TextForm />}
    </>
  )
}

it('a page with unsaved changes asks before it is left, by a link or by closing the tab', async () => {
  const user = userEvent.setup()
  renderInApp(<FormPage />)
  const closing = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const leave = await screen.findByRole('link', { name: 'Leave' })
  expect(closing()).toBe(true)
  await user.type(screen.getByLabelText('Text'), 'Words')
  expect(closing()).toBe(false)
  await user.click(leave)
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Words')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(leave)
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await screen.findByText('/other')
  expect(closing()).toBe(true)
})
