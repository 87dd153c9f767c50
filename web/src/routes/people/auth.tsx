import { safeNext } from '@vireo/contract'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { AuthCard } from '../../features/people/sign-in/auth-card.tsx'
import { type AuthTab, AuthTabs } from '../../features/people/sign-in/auth-tabs.tsx'
import { type StepName, stepNames } from '../../features/people/sign-in/step-name.ts'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { paths } from '../../navigation/links/paths.ts'

// Most people need none of these: the second step after the password, and what happened before they came here.
const SignInStep = lazy(() =>
  import('../../features/people/sign-in/steps/sign-in-step.tsx').then((m) => ({ default: m.SignInStep })),
)
const ProviderProblem = lazy(() =>
  import('../../features/people/providers/provider-problem.tsx').then((m) => ({
    default: m.ProviderProblem,
  })),
)
const PasswordUpdated = lazy(() =>
  import('../../features/people/sign-in/password-updated.tsx').then((m) => ({ default: m.PasswordUpdated })),
)
// Loaded after the forms, which most people use.
const OtherWays = lazy(() =>
  import('../../features/people/sign-in/other-ways/other-ways.tsx').then((m) => ({ default: m.OtherWays })),
)

const titles: Record<AuthTab, string> = { 'sign-in': 'Sign in', 'sign-up': 'Sign up' }
const headings: Record<AuthTab, string> = { 'sign-in': 'Welcome back', 'sign-up': 'Create your account' }

export function Component() {
  const { user } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const tab: AuthTab = search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  usePageTitle(titles[tab])

  const next = search.get('next')
  if (user) return <Navigate to={safeNext(next)} replace />

  const show = (name: 'tab' | 'step', value: string | undefined) => {
    const others = [...search].filter(([other]) => !['tab', 'step', 'problem'].includes(other))
    setSearch([...(value ? [[name, value] as [string, string]] : []), ...others], {
      replace: true,
      preventScrollReset: true,
    })
  }
  const showTab = (shown: AuthTab) => show('tab', shown === 'sign-up' ? shown : undefined)
  const showStep = (shown: StepName) => show('step', shown)
  const step = stepNames.find((name) => name === search.get('step'))
  if (step)
    return (
      <Suspense>
        <SignInStep step={step} onBack={() => showTab('sign-in')} onStep={showStep} />
      </Suspense>
    )

  const problem = search.get('problem')
  const resetPath = next ? `${paths.resetPassword()}?next=${encodeURIComponent(next)}` : paths.resetPassword()
  return (
    <AuthCard title={headings[tab]}>
      {problem && (
        <Suspense>
          <ProviderProblem problem={problem} />
        </Suspense>
      )}
      {state?.isPasswordUpdated && (
        <Suspense>
          <PasswordUpdated />
        </Suspense>
      )}
      <AuthTabs tab={tab} onTabChange={showTab} onStep={showStep} resetPath={resetPath} />
      <Suspense>
        <OtherWays tab={tab} onStep={showStep} />
      </Suspense>
    </AuthCard>
  )
}
