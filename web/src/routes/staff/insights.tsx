import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { InsightsScreen } from '../../features/staff/insights/insights-screen.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { MissingPage } from '../../navigation/errors/missing-page.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'

/** Shown as missing to everyone but administrators. */
export function Component() {
  const { user, isLoading } = useCurrentUser()
  const isAdmin = user?.role === 'admin'
  usePageTitle(isAdmin ? 'Insights' : isLoading ? undefined : 'Page not found')
  if (isLoading) return <Spinner label="Loading" className="w-full place-items-center py-24 text-muted" />
  if (!isAdmin) return <MissingPage title="Oops! Page not found" />
  return <InsightsScreen />
}
