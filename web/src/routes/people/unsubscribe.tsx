import { useSearchParams } from 'react-router'
import { EndDigest } from '../../features/inbox/notifications/end-digest.tsx'
import { AuthCard } from '../../features/people/sign-in/auth-card.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'

/** The target of the link in a digest; works while signed out, too. */
export function Component() {
  usePageTitle('Unsubscribe')
  const [search] = useSearchParams()
  return (
    <AuthCard title="E-mail digest">
      <EndDigest user={search.get('user') ?? ''} token={search.get('token') ?? ''} />
    </AuthCard>
  )
}
