import { useQuery } from '@tanstack/react-query'
import type { api, DataOf } from '@vireo/contract'
import { useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { pendingLinkQuery } from '../providers/api.ts'
import { LinkCodeForm } from './link-code-form.tsx'
import { LinkPasswordForm } from './link-password-form.tsx'
import type { StepName } from './step-name.ts'

type LinkStepProps = { onBack: () => void; onStep: (step: StepName) => void }

/** Someone came from a provider with the address of an account: its owner says that the two belong together. */
export function LinkStep({ onBack, onStep }: LinkStepProps) {
  const { data, error } = useQuery(pendingLinkQuery)
  return (
    <div className="grid gap-5">
      {data ? (
        <PendingLink link={data} onStep={onStep} />
      ) : error ? (
        <FormAlert message={messageOf(error, 'Something went wrong, please try again.')} />
      ) : (
        <Skeleton className="h-64" />
      )}
      <button type="button" className="link justify-self-start py-2 text-sm" onClick={onBack}>
        Back to sign in
      </button>
    </div>
  )
}

type PendingLinkProps = {
  link: DataOf<typeof api.provider.pendingLink>
  onStep: (step: StepName) => void
}

function PendingLink({ link, onStep }: PendingLinkProps) {
  const { provider, email, hasPassword } = link
  const [way, setWay] = useState<'password' | 'code'>(hasPassword ? 'password' : 'code')
  const other = way === 'password' ? 'E-mail me a code' : 'Use your password'
  return (
    <>
      <p className="text-pretty text-muted">
        There is an account here with the address of your {provider.name} account,{' '}
        <strong className="font-medium wrap-anywhere text-text">{email}</strong>. Confirm that it is yours,
        and you can sign in to it with {provider.name} from now on.
      </p>
      {way === 'password' ? <LinkPasswordForm onStep={onStep} /> : <LinkCodeForm onStep={onStep} />}
      {hasPassword && (
        <button
          type="button"
          className="link justify-self-center py-2"
          onClick={() => setWay(way === 'password' ? 'code' : 'password')}
        >
          {other}
        </button>
      )}
    </>
  )
}
