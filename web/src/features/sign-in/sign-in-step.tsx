import { useEffect } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'
import { AuthCard } from './auth-card.tsx'
import { LinkStep } from './link-step.tsx'
import { RestoreStep } from './restore-step.tsx'
import { SecondStep } from './second-step.tsx'
import type { StepName, StepProps } from './step-name.ts'

const steps = {
  code: { title: 'One more step', Form: SecondStep },
  link: { title: 'Link your account', Form: LinkStep },
  restore: { title: 'Welcome back', Form: RestoreStep },
} satisfies Record<StepName, unknown>

/** What is still asked for after the password or the provider. The page leaves as soon as somebody is signed in. */
export function SignInStep({ step, ...props }: StepProps & { step: StepName }) {
  const { title, Form } = steps[step]
  useEffect(() => {
    // The form has no effect that would set its title again.
    const before = document.title
    return () => {
      document.title = before
    }
  }, [])
  usePageTitle(title)
  return (
    <AuthCard title={title}>
      <Form {...props} />
    </AuthCard>
  )
}
