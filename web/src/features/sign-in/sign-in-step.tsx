import { AuthCard } from './auth-card.tsx'
import { LinkStep } from './link-step.tsx'
import { SecondStep } from './second-step.tsx'
import type { StepName } from './step-name.ts'

const steps = {
  code: { title: 'One more step', Form: SecondStep },
  link: { title: 'Link your account', Form: LinkStep },
} satisfies Record<StepName, unknown>

type SignInStepProps = { step: StepName; onBack: () => void; onStep: (step: StepName) => void }

/** What is still asked for after the password or the provider. The page leaves as soon as somebody is signed in. */
export function SignInStep({ step, onBack, onStep }: SignInStepProps) {
  const { title, Form } = steps[step]
  return (
    <AuthCard title={title}>
      <Form onBack={onBack} onStep={onStep} />
    </AuthCard>
  )
}
