import { useNavigate } from 'react-router'
import { toastError } from '../../ui/feedback/toasts/toast.ts'
import { useSignInPath } from './use-sign-in-path.ts'

/** Tells a visitor that something needs an account, with a button that leads to /auth, and from there back here. */
export function useAskToSignIn() {
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  return (message: string) => {
    // Someone who uses the keyboard would not come to the toast before it closes.
    const opener = document.querySelector<HTMLElement>(':focus-visible') ?? undefined
    const signIn = { label: 'Sign in', onPress: () => void navigate(signInPath) }
    toastError(message, { actions: [signIn], opener })
  }
}
