import { useQuery } from '@tanstack/react-query'
import type { api, DataOf } from '@vireo/contract'
import { useState } from 'react'
import { isUnreachable } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { pendingLinkQuery } from '../providers/api.ts'
import { LinkCodeForm, useLinkCode } from './link-code-form.tsx'
import { LinkPasswordForm } from './link-password-form.tsx'
import type { StepProps } from './step-name.ts'

/** Someone came from a provider with the address of an account: its owner says that the two belong together. */
export function LinkStep({ onBack, onStep }: StepProps) {
  const { data, error, isFetching, refetch } = useQuery(pendingLinkQuery)
  if (data) return <PendingLink link={data} onBack={onBack} onStep={onStep} />
  if (!error) return <Skeleton className="h-72" />
  return (
    <div className="grid gap-5">
      <FormAlert message={messageOf(error, 'Something went wrong, please try again.')} />
      {isUnreachable(error) && (
        <Button size="lg" onClick={() => void refetch()} isBusy={isFetching} className="w-full">
          Retry
        </Button>
      )}
      <BackToSignIn onBack={onBack} />
    </div>
  )
}

type PendingLinkProps = StepProps & { link: DataOf<typeof api.provider.pendingLink> }

function PendingLink({ link, onBack, onStep }: PendingLinkProps) {
  const { provider, email, hasPassword } = link
  const code = useLinkCode()
  const [way, setWay] = useState<'password' | 'code'>(hasPassword ? 'password' : 'code')
  const switchWay = () => {
    setWay(way === 'password' ? 'code' : 'password')
    if (way === 'password' && !code.isSent) void code.send()
  }
  return (
    <div className="grid gap-5">
      <p className="text-pretty text-muted">
        There is an account here with the address of your {provider.name} account,{' '}
        <strong className="font-medium wrap-anywhere text-text">{email}</strong>. Confirm that it is yours,
        and you can sign in to it with {provider.name} from now on.
      </p>
      {way === 'password' ? (
        <LinkPasswordForm onStep={onStep} />
      ) : (
        <LinkCodeForm code={code} onStep={onStep} />
      )}
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <BackToSignIn onBack={onBack} />
        {hasPassword && (
          <button type="button" className="link py-2" onClick={switchWay}>
            {way === 'password' ? 'E-mail me a code' : 'Use your password'}
          </button>
        )}
      </div>
    </div>
  )
}

function BackToSignIn({ onBack }: { onBack: () => void }) {
  return (
    <button type="button" className="link justify-self-start py-2 text-sm" onClick={onBack}>
      Back to sign in
    </button>
  )
}
