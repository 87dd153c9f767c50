import { useEffect } from 'react'
import { usePageTitle } from '../../../../lib/hooks/page-title.ts'
import { AuthCard } from '../auth-card.tsx'
import type { StepName, StepProps } from '../step-name.ts'
import { LinkStep } from './link-step.tsx'
import { RestoreStep } from './restore-step.tsx'
import { SecondStep } from './second-step.tsx'

const steps = {
  code: { title: 'One more step', Form: SecondStep },
  link: { title: 'Link your account', Form: LinkStep },
  restore: { title: 'Welcome back', Form: RestoreStep },
} satisfies Record<StepName, unknown>

/** A further step after the password or the provider. The route redirects as soon as somebody is signed in. */
export function SignInStep({ step, ...props }: StepProps & { step: StepName }) {
  const { title, Form } = steps[step]
  useEffect(() => {
    // The form's own title effect does not run again when this step is left.
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
