import { LinkStep } from './link-step.tsx'
import { SecondStep } from './second-step.tsx'
import type { StepName } from './step-name.ts'

const forms = { code: SecondStep, link: LinkStep } satisfies Record<StepName, unknown>

type SignInStepProps = { step: StepName; onBack: () => void; onStep: (step: StepName) => void }

/** What is still asked for after the password or the provider. The page leaves as soon as somebody is signed in. */
export function SignInStep({ step, onBack, onStep }: SignInStepProps) {
  const Form = forms[step]
  return <Form onBack={onBack} onStep={onStep} />
}
