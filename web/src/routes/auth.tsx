import { Navigate, useSearchParams } from 'react-router'
import { paths, safeNext } from '../app/paths.ts'
import { useCurrentUser } from '../features/account/api.ts'
import { AuthCard } from '../features/account/auth-card.tsx'
import { type AuthTab, AuthTabs } from '../features/account/auth-tabs.tsx'
import { usePageTitle } from '../lib/page-title.ts'

const titles: Record<AuthTab, string> = { 'sign-in': 'Sign in', 'sign-up': 'Sign up' }
const headings: Record<AuthTab, string> = { 'sign-in': 'Welcome back', 'sign-up': 'Create your account' }

export function Component() {
  const { user } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const tab: AuthTab = search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  usePageTitle(titles[tab])

  const next = search.get('next')
  if (user) return <Navigate to={safeNext(next)} replace />

  const showTab = (shown: AuthTab) => {
    const others = [...search].filter(([name]) => name !== 'tab')
    setSearch([...(shown === 'sign-up' ? [['tab', shown] as [string, string]] : []), ...others], {
      replace: true,
    })
  }
  const resetPath = next ? `${paths.resetPassword()}?next=${encodeURIComponent(next)}` : paths.resetPassword()
  return (
    <AuthCard title={headings[tab]}>
      <AuthTabs tab={tab} onTabChange={showTab} resetPath={resetPath} />
    </AuthCard>
  )
}
