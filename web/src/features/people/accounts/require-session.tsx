import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { useSignInPath } from '../../../navigation/links/use-sign-in-path.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { isSessionEnding, setSessionEnding, useCurrentUser } from './api.ts'

/** A layout route: visitors are sent to sign in and come back afterwards. */
export function Component() {
  return (
    <RequireSession>
      <Outlet />
    </RequireSession>
  )
}

type RequireSessionProps = {
  /** Shown to visitors when they are sent to sign in. */
  notice?: string
  children: ReactNode
}

export function RequireSession({ notice, children }: RequireSessionProps) {
  const { user, isLoading, isFetching, error, refetch } = useCurrentUser()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (user && !wasSignedIn) setWasSignedIn(true)
  useEffect(() => {
    if (user) setSessionEnding(false)
  }, [user])

  if (user) return children
  if (isLoading) return <Spinner label="Loading" className="w-full place-items-center py-24 text-muted" />
  if (error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (wasSignedIn && isSessionEnding()) return null
  return <GoToSignIn notice={notice} />
}

function GoToSignIn({ notice }: { notice: string | undefined }) {
  const signInPath = useSignInPath()
  useEffect(() => {
    if (notice) toastError(notice)
  }, [notice])
  return <Navigate to={signInPath} replace />
}
