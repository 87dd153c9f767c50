import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { SignInForm } from './sign-in-form.tsx'

it('the sign-in form shows which fields are missing or malformed', async () => {
  const user = userEvent.setup()
  renderInApp(<SignInForm resetPath="/reset-password" onStep={() => {}} />)
  const name = await screen.findByLabelText('Username or email')
  const submit = screen.getByRole('button', { name: 'Sign in' })
  await user.click(submit)
  await screen.findByText('Username or Email is required')
  await screen.findByText('Password is required')
  expect(document.activeElement).toBe(name)

  await user.type(name, 'robin@nowhere')
  await user.type(screen.getByLabelText('Password'), 'short')
  await user.click(submit)
  await screen.findByText('Invalid email format')
  // The message ends with a space, which queries by text ignore.
  await screen.findByText('Password must be at least 6 characters')
})
