import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderInApp } from '../../../../../test/render.tsx'
import { keepInTab } from '../../../../lib/store/tab-storage.ts'
import { ResetPasswordFlow } from './reset-password-flow.tsx'

it('works in a browser that blocks storage', async () => {
  const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  onTestFinished(() => storage.mockRestore())
  renderInApp(<ResetPasswordFlow initialEmail="robin@example.org" onDone={() => {}} />)
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'robin@example.org')
  expect(storage).toHaveBeenCalled()
  for (const value of ['otp', null]) expect(() => keepInTab('step', value)).not.toThrow()
})
