import { useQuery } from '@tanstack/react-query'
import { api, type DataOf } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isUnreachable } from '../../../../lib/api-client.ts'
import { limitedMessageOf, messageOf } from '../../../../lib/forms/error-message.ts'
import { passwordRequired, showFieldErrors, validateWith } from '../../../../lib/forms/form-rules.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { PasswordInput } from '../../../../ui/forms/fields/password-input.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { pendingLinkQuery, useConfirmLink } from '../../providers/api.ts'
import { FormFooter } from '../form-footer.tsx'
import { type StepName, type StepProps, stepOf } from '../step-name.ts'
import { LinkCodeForm, useLinkCode } from './link-code-form.tsx'

/** The provider's account has the address of an existing account; the person confirms that they own both. */
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

type PendingLinkProps = StepProps & { link: DataOf<typeof api.providers.pendingLink> }

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

type Values = { password: string }

function LinkPasswordForm({ onStep }: { onStep: (step: StepName) => void }) {
  const confirmLink = useConfirmLink()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm<Values>({ defaultValues: { password: '' } })
  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      await confirmLink.mutateAsync(body)
      toastSuccess(api.providers.confirmLink.message)
    } catch (error) {
      const step = stepOf(error)
      if (step) return onStep(step)
      if (showFieldErrors<Values>(error, ['password'], setError)) return
      setFailure(limitedMessageOf(error, 'Signin failed. Please try again.'))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5" aria-label="Confirm with your password">
      <Field label="Password" error={formState.errors.password?.message}>
        <PasswordInput
          {...register('password', validateWith(passwordRequired))}
          autoComplete="current-password"
          autoFocus
        />
      </Field>
      <FormFooter failure={failure} isBusy={formState.isSubmitting}>
        Link and sign in
      </FormFooter>
    </form>
  )
}
