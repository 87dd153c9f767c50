import { useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { hasCode } from '../../../../lib/api-client.ts'
import { limitedMessageOf } from '../../../../lib/forms/error-message.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { OtpInput } from '../../../../ui/forms/fields/otp-input.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { FormFooter } from '../form-footer.tsx'
import { type StepProps, stepOf } from '../step-name.ts'
import { pendingSecondStepQuery, useSecondStep } from './steps-api.ts'

const fields = {
  app: {
    label: 'Code',
    hint: 'The 6 digits that your authenticator app shows for this site.',
    other: 'Use a recovery code',
    empty: 'Code is required',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes that you saved when you turned two-step sign-in on. Each works once.',
    other: 'Use your authenticator app',
    empty: 'Recovery code is required',
  },
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep({ onBack, onStep }: StepProps) {
  const [way, setWay] = useState<keyof typeof fields>('app')
  const { form, submit, failure, clearFailure, isExpired } = useSecondStepForm(onStep)
  const { data } = useQuery(pendingSecondStepQuery)
  const { register, resetField, formState } = form
  const { label, hint, other, empty } = fields[way]
  const code = register('code', { validate: (value) => value.trim() !== '' || empty })
  const switchWay = () => {
    resetField('code')
    clearFailure()
    setWay(way === 'app' ? 'recovery' : 'app')
  }

  if (data && !data.isPending && !formState.isSubmitted)
    return (
      <div className="grid gap-5">
        <FormAlert message="This sign-in took too long. Please start again." />
        <button type="button" className="link justify-self-start py-2 text-sm" onClick={onBack}>
          Back to sign in
        </button>
      </div>
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-5" aria-label="Second step">
      {/* Before the code, whose last digit submits both. */}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" {...register('isRemembered')} className="size-4 shrink-0 accent-accent" />
        Do not ask again on this device for 30 days
      </label>
      <Field key={way} label={label} hint={hint} error={formState.errors.code?.message}>
        {way === 'app' ? (
          <OtpInput {...code} autoFocus />
        ) : (
          <Input {...code} autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        )}
      </Field>
      <FormFooter failure={failure} isBusy={formState.isSubmitting} isDisabled={isExpired}>
        Sign in
      </FormFooter>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <button type="button" className="link py-2" onClick={onBack}>
          Back to sign in
        </button>
        <button type="button" className="link py-2" onClick={switchWay}>
          {other}
        </button>
      </div>
    </form>
  )
}

function useSecondStepForm(onStep: StepProps['onStep']) {
  const secondStep = useSecondStep()
  const [failure, setFailure] = useState<string>()
  const form = useForm({ defaultValues: { code: '', isRemembered: false } })
  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      await secondStep.mutateAsync(body)
      toastSuccess(api.signIn.login.message)
    } catch (error) {
      const step = stepOf(error)
      if (step) return onStep(step)
      const message = limitedMessageOf(error, 'Signin failed. Please try again.')
      if (hasCode(error, 'auth.code-invalid')) {
        form.setError('code', { message })
        form.setFocus('code', { shouldSelect: true })
      } else setFailure(message)
    }
  })
  const isExpired = hasCode(secondStep.error, 'auth.flow-expired')
  return { form, submit, failure, clearFailure: () => setFailure(undefined), isExpired }
}
