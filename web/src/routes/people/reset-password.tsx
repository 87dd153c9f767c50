import { safeNext } from '@vireo/contract'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthCard } from '../../features/people/sign-in/auth-card.tsx'
import { ResetPasswordFlow } from '../../features/people/sign-in/reset-password/reset-password-flow.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { paths } from '../../navigation/links/paths.ts'

export function Component() {
  usePageTitle('Reset password')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { email?: string } | null }
  const signIn = paths.auth(safeNext(search.get('next')))
  return (
    <AuthCard title="Reset password">
      <ResetPasswordFlow
        initialEmail={state?.email ?? ''}
        onDone={() => navigate(signIn, { state: { isPasswordUpdated: true } })}
      />
      <Link to={signIn} className="link -my-2 justify-self-center py-2 text-sm">
        Back to sign in
      </Link>
    </AuthCard>
  )
}
