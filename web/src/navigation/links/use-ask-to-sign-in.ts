import { useNavigate } from 'react-router'
import { toastError } from '../../ui/feedback/toasts/toast.ts'
import { useSignInPath } from './use-sign-in-path.ts'

/** Shows a visitor that something needs an account, with a button that leads to /auth and back here. */
export function useAskToSignIn() {
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  return (message: string) => {
    // A keyboard user could not reach the toast before it closes.
    const opener = document.querySelector<HTMLElement>(':focus-visible') ?? undefined
    const signIn = { label: 'Sign in', onPress: () => void navigate(signInPath) }
    toastError(message, { actions: [signIn], opener })
  }
}
