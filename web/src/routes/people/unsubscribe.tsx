import { useSearchParams } from 'react-router'
import { EndDigest } from '../../features/inbox/notifications/end-digest.tsx'
import { AuthCard } from '../../features/people/sign-in/auth-card.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'

/** Where the link in a digest leads; for people who are signed out as well. */
export function Component() {
  usePageTitle('Unsubscribe')
  const [search] = useSearchParams()
  return (
    <AuthCard title="E-mail digest">
      <EndDigest user={search.get('user') ?? ''} token={search.get('token') ?? ''} />
    </AuthCard>
  )
}
