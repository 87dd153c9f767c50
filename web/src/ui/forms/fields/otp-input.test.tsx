import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { Button } from '../../buttons/button.tsx'
import { OtpInput } from './otp-input.tsx'

function CodeForm({ onSend }: { onSend: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const send = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setIsBusy(true)
    onSend()
    setTimeout(() => setIsBusy(false))
  }
  return (
    <form onSubmit={send}>
      <OtpInput aria-label="OTP" />
      <Button type="submit" isBusy={isBusy}>
        Verify
      </Button>
    </form>
  )
}

it('the last digit of a code submits it once, and so does another code', async () => {
  const user = userEvent.setup()
  let sent = 0
  renderInApp(<CodeForm onSend={() => sent++} />)
  const input = await screen.findByLabelText('OTP')
  await user.type(input, '12345')
  expect(sent).toBe(0)
  await user.type(input, '6')
  expect(sent).toBe(1)
  await user.type(input, '7')
  expect(input).toHaveProperty('value', '123456')
  expect(sent).toBe(1)
  await user.clear(input)
  await user.click(input)
  await user.paste('654 321')
  expect(sent).toBe(2)
  expect(screen.getByRole('button', { name: 'Verify' })).toBeTruthy()
})
