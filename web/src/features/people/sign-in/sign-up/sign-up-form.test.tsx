import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { it } from 'vitest'
import { renderInApp } from '../../../../../test/render.tsx'
import { SignUpForm } from './sign-up-form.tsx'

it.each([
  ['Full name', 'Al 3', 'Invalid Name format'],
  ['Full name', '', 'Full name is required'],
  ['Username', '', 'Username is required'],
  ['Email', 'nobody@nowhere', 'Invalid email format'],
  ['Password', 'songbird7', 'Must include upper, lower, number, and 8+ chars'],
])('the sign-up form shows on blur what is wrong with a %s of "%s"', async (label, value, message) => {
  const user = userEvent.setup()
  renderInApp(<SignUpForm />)
  await user.click(await screen.findByLabelText(label))
  if (value) await user.keyboard(value)
  await user.tab()
  await screen.findByText(message)
})
