import {
  Component,
  type ErrorInfo,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { isLoadFailure, isServerReachable, reloadOnce } from '../../lib/loading/load-failure.ts'
import { logFailure } from '../../lib/log.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { samePage } from '../use-navigation-focus.ts'

/** Shown in place of a failed route. The layout around it keeps working, and navigating elsewhere clears it. */
export function RouteError() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const retry = () => void navigate(location, { ...samePage, replace: true, state: location.state })
  return <ErrorView error={error} onRetry={retry} />
}

export function logRouteError(error: unknown, info: ErrorInfo | undefined) {
  if (!isLoadFailure(error)) logFailure(`A page failed${info?.componentStack ?? ''}`, error)
}

/** The same for a part of a page: the rest of the page keeps working. */
export function PartErrorBoundary({ children }: { children: ReactNode }) {
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

  override componentDidCatch = logRouteError

  override componentDidUpdate({ locationKey }: BoundaryProps) {
    // A transition: the message stays until the part's code is loaded.
    if (locationKey !== this.props.locationKey && this.state.error) startTransition(this.clear)
  }

  clear = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    return error ? <ErrorView error={error} onRetry={this.clear} /> : this.props.children
  }
}

function ErrorView({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  usePageTitle('Error')
  if (isLoadFailure(error)) return <NotLoaded />
  return <ErrorState message="Something went wrong" onRetry={onRetry} />
}

/** After a deploy the old file is gone: one reload brings the new ones. */
function NotLoaded() {
  const [isRetrying, setIsRetrying] = useState(true)
  const retry = async () => {
    setIsRetrying(true)
    // Without a server, a reload would replace our page with the browser's error page.
    if (await isServerReachable()) window.location.reload()
    else setIsRetrying(false)
  }
  const retryAlone = useEffectEvent(() => void retry())
  useEffect(() => {
    void reloadOnce().then(setIsRetrying)
    window.addEventListener('online', retryAlone)
    return () => window.removeEventListener('online', retryAlone)
  }, [])
  return (
    <ErrorState
      message="This page could not be loaded. Check your connection."
      onRetry={retry}
      isRetrying={isRetrying}
    />
  )
}
