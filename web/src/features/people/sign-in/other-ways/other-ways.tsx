import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../../ui/buttons/button.tsx'
import { OrDivider } from '../../../../ui/forms/or-divider.tsx'
import { passkeyObstacle } from '../../passkeys/webauthn.ts'
import { providersQuery, startAddress } from '../../providers/api.ts'
import { ProviderMark } from '../../providers/provider-mark.tsx'
import { invite, signUpQuery } from '../api.ts'
import type { AuthTab } from '../auth-tabs.tsx'
import type { StepName } from '../step-name.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

type OtherWaysProps = { tab: AuthTab; onStep: (step: StepName) => void }

/** Ways to sign in without a password. On the sign-up tab there are none for those who cannot sign up. */
export function OtherWays({ tab, onStep }: OtherWaysProps) {
  const [hasPasskeys, setHasPasskeys] = useState(() => !passkeyObstacle())
  const { data } = useQuery(providersQuery)
  const [search] = useSearchParams()
  const canUseProviders = useCanSignUp(tab === 'sign-up') || tab === 'sign-in'
  const providers = canUseProviders ? (data?.docs ?? []) : []
  const isPasskeyShown = hasPasskeys && tab === 'sign-in'
  return (
    <div className="grid gap-3" hidden={!isPasskeyShown && providers.length === 0}>
      <div className="mb-2">
        <OrDivider />
      </div>
      {providers.length > 0 && (
        <ul aria-label="Other ways to sign in" className="grid gap-3">
          {providers.map(({ _id, name }) => (
            <li key={_id}>
              <Button asChild size="lg" className="w-full">
                {/* Not a route of the app: the server redirects to the provider. */}
                <a href={startAddress(_id, { next: search.get('next'), invite, tab: search.get('tab') })}>
                  <ProviderMark id={_id} />
                  <span className="min-w-0 truncate">Continue with {name}</span>
                </a>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys && (
        // Hidden instead of unmounted, so that the browser keeps suggesting passkeys in the username field.
        <div hidden={tab !== 'sign-in'}>
          <PasskeySignIn onStep={onStep} onUnavailable={() => setHasPasskeys(false)} />
        </div>
      )}
    </div>
  )
}

/** False while it is not known. */
function useCanSignUp(isAsked: boolean) {
  const { data } = useQuery({ ...signUpQuery, enabled: isAsked })
  return data?.signUp === 'open' || (data?.signUp === 'invitation' && data.isInvited)
}
