import { api } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { hasCode } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { OtpInput } from '../../ui/otp-input.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { limitedMessageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { useSecondStep } from './api.ts'
import { type StepProps, stepOf } from './step-name.ts'

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
  const secondStep = useSecondStep()
  const [way, setWay] = useState<keyof typeof fields>('app')
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: { code: '', isRemembered: false },
  })
  const { label, hint, other, empty } = fields[way]
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      await secondStep.mutateAsync(body)
      toastSuccess(api.user.login.message)
    } catch (error) {
      const step = stepOf(error)
      if (step) return onStep(step)
      const message = limitedMessageOf(error, 'Signin failed. Please try again.')
      if (hasCode(error, 'auth.code-invalid')) setError('code', { message }, { shouldFocus: true })
      else setFailure(message)
    }
  })
  const switchWay = () => {
    reset()
    setFailure(undefined)
    setWay(way === 'app' ? 'recovery' : 'app')
  }
  const code = register('code', { validate: (value) => value.trim() !== '' || empty })

  return (
    <form onSubmit={submit} noValidate className="grid gap-5" aria-label="Second step">
      <Field key={way} label={label} hint={hint} error={errors.code?.message}>
        {way === 'app' ? (
          <OtpInput {...code} autoFocus />
        ) : (
          <Input {...code} autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        )}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" {...register('isRemembered')} className="size-4 shrink-0 accent-accent" />
        Do not ask again on this device for 30 days
      </label>
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" size="lg" isBusy={isSubmitting} className="w-full">
        Sign in
      </Button>
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
