import { type ProviderProblem as Problem, tooManyRequestsMessage } from '@vireo/contract'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'

const messages: Record<Problem, string> = {
  'already-linked': 'Another account of this provider is connected already. Disconnect it first.',
  closed:
    'Nobody here has that account, and sign-up is closed on this site. If you have an account here, sign in to it in another way.',
  denied: 'The sign-in was cancelled. You can try again or choose another way.',
  expired: 'This sign-in took too long or was begun in another browser. Please start again.',
  failed: 'The provider could not tell us who you are. Please try again, or choose another way.',
  'linked-elsewhere': 'That account is connected to another account on this site.',
  'not-set-up': 'This site does not offer that way to sign in.',
  suspended: 'This account is suspended. The reason was sent to its e-mail address.',
  'too-many': tooManyRequestsMessage,
  uninvited:
    'Nobody here has that account, and signing up takes an invitation link from the people who run this site. If you have an account here, sign in to it in another way.',
  unverified:
    'Your e-mail address is not verified there. Sign up here with your e-mail address and a code instead.',
}

/** In the settings, where an account is connected instead of signing in. */
const linkingMessages: Partial<Record<Problem, string>> = {
  denied: 'Connecting the account was cancelled. You can try again.',
  expired: 'Connecting the account took too long or was begun in another browser. Please start again.',
  failed: 'The provider could not tell us who you are. Please try again.',
}

type ProviderProblemProps = {
  /** From the page's address. */
  problem: string
  isLinking?: boolean
}

/** The reason why signing in with a provider, or linking its account, failed. */
export function ProviderProblem({ problem, isLinking = false }: ProviderProblemProps) {
  const known = Object.hasOwn(messages, problem) ? (problem as Problem) : 'failed'
  return <FormAlert message={(isLinking && linkingMessages[known]) || messages[known]} />
}
