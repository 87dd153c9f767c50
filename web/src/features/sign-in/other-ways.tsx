import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@vireo/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { OrDivider } from '../../ui/or-divider.tsx'
import { invite } from '../account/auth-api.ts'
import { passkeyObstacle } from '../passkeys/webauthn.ts'
import { providersQuery, startAddress } from '../providers/api.ts'
import { ProviderMark } from '../providers/provider-mark.tsx'
import type { AuthTab } from './auth-tabs.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { StepName } from './step-name.ts'

type OtherWaysProps = { tab: AuthTab; onStep: (step: StepName) => void }

/** The ways to sign in besides a password: passkeys for who has one, and providers on both tabs. */
export function OtherWays({ tab, onStep }: OtherWaysProps) {
  const { data } = useQuery(providersQuery)
  const [hasPasskeys, setHasPasskeys] = useState(() => !passkeyObstacle())
  const providers = data?.docs ?? []
  const hasProviders = providers.length > 0
  if (!hasPasskeys && !hasProviders) return null
  return (
    // Hidden and not gone: what the browser offers in the field for the name stays as it is.
    <div className="grid gap-5" hidden={tab !== 'sign-in' && !hasProviders}>
      <OrDivider />
      <div className="grid gap-3">
        {hasPasskeys && (
          <div hidden={tab !== 'sign-in'}>
            <PasskeySignIn onStep={onStep} onUnavailable={() => setHasPasskeys(false)} />
          </div>
        )}
        {providers.map((provider) => (
          <ProviderButton key={provider._id} provider={provider} />
        ))}
      </div>
    </div>
  )
}

function ProviderButton({ provider: { _id, name } }: { provider: Provider }) {
  const [search] = useSearchParams()
  return (
    <Button asChild size="lg" className="w-full">
      {/* Not a route of the app: the server takes the page to the provider. */}
      <a href={startAddress(_id, { next: search.get('next'), invite })}>
        <ProviderMark id={_id} />
        <span className="min-w-0 truncate">Continue with {name}</span>
      </a>
    </Button>
  )
}
