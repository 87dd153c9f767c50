import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../test/render.tsx'
import { Dialog } from './dialog.tsx'

test('closing a dialog that replaced another returns the focus to the element that opened the first', async () => {
  renderInApp(<TwoDialogs />)
  const opener = screen.getByRole('button', { name: 'Delete' })
  opener.focus()
  fireEvent.click(opener)
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  const second = await screen.findByRole('dialog', { name: 'Password' })
  await waitFor(() => expect(second.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(second, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

function TwoDialogs() {
  const [step, setStep] = useState<'none' | 'question' | 'password'>('none')
  return (
    <>
      <button type="button" onClick={() => setStep('question')}>
        Delete
      </button>
      {step === 'question' && (
        <Dialog title="Question" open onOpenChange={() => setStep('none')}>
          <button type="button" onClick={() => setStep('password')}>
            Continue
          </button>
        </Dialog>
      )}
      {step === 'password' && (
        <Dialog title="Password" open onOpenChange={() => setStep('none')}>
          <input aria-label="Password" />
        </Dialog>
      )}
    </>
  )
}
