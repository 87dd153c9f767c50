import { Component, type ErrorInfo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { logFailure } from '../lib/log.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { isLoadFailure, isServerReachable, reloadOnce } from './page-load.ts'

/** Stands where the route stood; the layout around it keeps working, and going elsewhere clears it. */
export function RouteErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary locationKey={key}>{children}</Boundary>
}

type BoundaryProps = { locationKey: string; children: ReactNode }
type BoundaryState = { error: unknown }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    if (!isLoadFailure(error)) logFailure(`A page failed${componentStack ?? ''}`, error)
  }

  override componentDidUpdate({ locationKey }: BoundaryProps) {
    // As the navigation itself: what shows now stays until the next page's code is there.
    if (locationKey !== this.props.locationKey && this.state.error) startTransition(this.clear)
  }

  clear = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    if (isLoadFailure(error)) return <PageNotLoaded />
    if (error) return <PageFailed onRetry={this.clear} />
    return this.props.children
  }
}

/** After a deploy the old file is gone: a reload, once, brings the new ones. */
function PageNotLoaded() {
  usePageTitle('Error')
  const [isRetrying, setIsRetrying] = useState(true)
  useEffect(() => {
    void reloadOnce().then(setIsRetrying)
  }, [])

  const retry = async () => {
    setIsRetrying(true)
    // A reload without a server would replace our page by the browser's own error page.
    if (await isServerReachable()) window.location.reload()
    else setIsRetrying(false)
  }
  return (
    <ErrorState
      message="This page could not be loaded. Check your connection."
      onRetry={retry}
      isRetrying={isRetrying}
    />
  )
}

function PageFailed({ onRetry }: { onRetry: () => void }) {
  usePageTitle('Error')
  return <ErrorState message="Something went wrong" onRetry={onRetry} />
}
