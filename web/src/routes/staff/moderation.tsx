import { useParams } from 'react-router'
import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { ClaimAdmin } from '../../features/staff/moderation/claim-admin.tsx'
import { ModerationScreen } from '../../features/staff/moderation/moderation-screen.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { MissingPage } from '../../navigation/errors/missing-page.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'

/** Shown as missing to everyone but moderators, except at the administrator link from the log. */
export function Component() {
  const { tab } = useParams()
  return tab === 'administrator' ? <ClaimAdmin /> : <StaffPage tab={tab} />
}

function StaffPage({ tab }: { tab: string | undefined }) {
  const { user, isLoading } = useCurrentUser()
  const isStaff = user !== null && user.role !== 'member'
  usePageTitle(isStaff ? 'Moderation' : isLoading ? undefined : 'Page not found')
  if (isLoading) return <Spinner label="Loading" className="w-full place-items-center py-24 text-muted" />
  if (!isStaff) return <MissingPage title="Oops! Page not found" />
  return <ModerationScreen tab={tab} isAdmin={user.role === 'admin'} />
}
