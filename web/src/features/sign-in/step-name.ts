import { hasCode } from '../../lib/api-client.ts'

/** What can be left to do after the password or the provider; the page keeps it in its address. */
export const stepNames = ['code', 'link', 'restore'] as const
export type StepName = (typeof stepNames)[number]

export type StepProps = { onBack: () => void; onStep: (step: StepName) => void }

/** The step that the refusal of a sign-in asks for. */
export function stepOf(error: unknown): StepName | undefined {
  if (hasCode(error, 'auth.second-step')) return 'code'
  if (hasCode(error, 'account.closing')) return 'restore'
  return undefined
}
