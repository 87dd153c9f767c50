import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { logFailure } from '../lib/log.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { isServerReachable, PageLoadError, reloadOnce } from './page-load.ts'

/** Stands where the route stood; the layout around it keeps working. */
export function RouteError() {
  const error = useRouteError()
  return error instanceof PageLoadError ? <PageNotLoaded /> : <PageFailed error={error} />
}

/** After a deploy the old file is gone: a reload, once, brings the new ones. */
function PageNotLoaded() {
  const [isRetrying, setIsRetrying] = useState(true)
  usePageTitle(isRetrying ? undefined : 'Not loaded')
  useEffect(() => {
    void reloadOnce().then((isReloading) => setIsRetrying(isReloading))
  }, [])

  const retry = async () => {
    setIsRetrying(true)
    // A reload without a server would replace our page by the browser's own error page.
    if (await isServerReachable()) window.location.reload()
    else setIsRetrying(false)
  }
  if (isRetrying) return null
  return <ErrorState message="This page could not be loaded. Check your connection." onRetry={retry} />
}

function PageFailed({ error }: { error: unknown }) {
  const navigate = useNavigate()
  const location = useLocation()
  usePageTitle('Error')
  useEffect(() => logFailure('A page failed', error), [error])
  // Going to the same place again clears the error and renders the page anew.
  return (
    <ErrorState message="Something went wrong" onRetry={() => void navigate(location, { replace: true })} />
  )
}
