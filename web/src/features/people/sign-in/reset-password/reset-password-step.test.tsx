import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { it } from 'vitest'
import { renderInApp } from '../../../../../test/render.tsx'
import { ResetPasswordStep } from './reset-password-step.tsx'

it('the new password is checked against the rules and typed twice', async () => {
  const user = userEvent.setup()
  renderInApp(<ResetPasswordStep email="robin@example.org" onDone={() => {}} />)
  await user.type(await screen.findByLabelText('New password'), 'nightingale8')
  await user.type(screen.getByLabelText('Confirm password'), 'nightingale9')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  await screen.findByText('Password must be at least 8 characters with a letter, a digit and one of @$!%*?&')
  await screen.findByText('New password and confirm password do not match.')
})
