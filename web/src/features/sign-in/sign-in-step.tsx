import { SecondStep } from './second-step.tsx'
import type { StepName } from './step-name.ts'

const forms = { code: SecondStep } satisfies Record<StepName, unknown>

/** What is still asked for after the password or the provider. The page leaves as soon as somebody is signed in. */
export function SignInStep({ step, onBack }: { step: StepName; onBack: () => void }) {
  const Form = forms[step]
  return <Form onBack={onBack} />
}
