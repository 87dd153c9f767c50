import { hasCode } from '../../../lib/api-client.ts'

/** The further steps of a sign-in after the password or the provider. The current one is in the page's address. */
export const stepNames = ['code', 'link', 'restore'] as const
export type StepName = (typeof stepNames)[number]

export type StepProps = { onBack: () => void; onStep: (step: StepName) => void }

/** The further step that a refused sign-in requires, if any. */
export function stepOf(error: unknown): StepName | undefined {
  if (hasCode(error, 'auth.second-step')) return 'code'
  if (hasCode(error, 'account.closing')) return 'restore'
  return undefined
}
