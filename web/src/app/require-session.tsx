import { useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { useCurrentUser } from '../features/account/api.ts'
import { isLeavingOnPurpose, setLeaving } from '../features/account/leaving.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useSignInPath } from './use-sign-in-path.ts'

/** A layout route: visitors are sent to sign in and come back afterwards. */
export function Component() {
  const { user, isLoading, isFetching, error, refetch } = useCurrentUser()
  const signInPath = useSignInPath()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (user && !wasSignedIn) setWasSignedIn(true)
  useEffect(() => {
    if (user) setLeaving(false)
  }, [user])

  if (user) return <Outlet />
  if (isLoading) return <Spinner label="Loading" className="w-full place-items-center py-24 text-muted" />
  if (error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (wasSignedIn && isLeavingOnPurpose()) return null
  return <Navigate to={signInPath} replace />
}
