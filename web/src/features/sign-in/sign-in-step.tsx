import { RestoreStep } from './restore-step.tsx'
import { SecondStep } from './second-step.tsx'
import type { StepName, StepProps } from './step-name.ts'

const forms = { code: SecondStep, restore: RestoreStep } satisfies Record<StepName, unknown>

/** What is still asked for after the password or the provider. The page leaves as soon as somebody is signed in. */
export function SignInStep({ step, ...steps }: StepProps & { step: StepName }) {
  const Form = forms[step]
  return <Form {...steps} />
}
