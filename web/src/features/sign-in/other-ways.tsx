import { useState } from 'react'
import { OrDivider } from '../../ui/or-divider.tsx'
import { passkeyObstacle } from '../passkeys/webauthn.ts'
import type { AuthTab } from './auth-tabs.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { StepName } from './step-name.ts'

type OtherWaysProps = { tab: AuthTab; onStep: (step: StepName) => void }

/** The ways to sign in besides a password. */
export function OtherWays({ tab, onStep }: OtherWaysProps) {
  const [hasPasskeys, setHasPasskeys] = useState(() => !passkeyObstacle())
  if (!hasPasskeys) return null
  return (
    // Hidden and not gone: what the browser offers in the field for the name stays as it is.
    <div className="grid gap-5" hidden={tab !== 'sign-in'}>
      <OrDivider />
      <PasskeySignIn onStep={onStep} onUnavailable={() => setHasPasskeys(false)} />
    </div>
  )
}
