import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { ProviderProblem } from './provider-problem.tsx'

it('a cancelled connection of an account is not called a sign-in', async () => {
  // Toasts of other tests are outside the container.
  const { container } = renderInApp(
    <>
      <ProviderProblem problem="denied" />
      <ProviderProblem problem="denied" isLinking />
      <ProviderProblem problem="suspended" isLinking />
    </>,
  )
  const shown = (await within(container).findAllByRole('alert')).map(({ textContent }) => textContent)
  expect(shown).toEqual([
    'The sign-in was cancelled. You can try again or choose another way.',
    'Connecting the account was cancelled. You can try again.',
    'This account is suspended. The reason was sent to its e-mail address.',
  ])
})
