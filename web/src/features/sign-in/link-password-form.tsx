import { api } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { limitedMessageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by, passwordNeeded, showFieldErrors } from '../account/form-rules.ts'
import { useConfirmLink } from '../providers/api.ts'
import { type StepName, stepOf } from './step-name.ts'

type Values = { password: string }

export function LinkPasswordForm({ onStep }: { onStep: (step: StepName) => void }) {
  const confirmLink = useConfirmLink()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm<Values>({ defaultValues: { password: '' } })
  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      await confirmLink.mutateAsync(body)
      toastSuccess(api.provider.confirmLink.message)
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
          {...register('password', by(passwordNeeded))}
          autoComplete="current-password"
          autoFocus
        />
      </Field>
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" size="lg" isBusy={formState.isSubmitting} className="w-full">
        Link and sign in
      </Button>
    </form>
  )
}
