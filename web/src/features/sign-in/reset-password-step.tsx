import { api, passwordsMatch, resetPasswordRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useResetPassword } from '../account/auth-api.ts'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by, formTiming, showFieldErrors } from '../account/form-rules.ts'

type Values = { password: string; confirm: string }

export function ResetPasswordStep({ email, onDone }: { email: string; onDone: () => void }) {
  const resetPassword = useResetPassword()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, setFocus, getValues, trigger, formState } = useForm<Values>({
    ...formTiming,
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('password'), [setFocus])

  // Only once both are there: an error under a field that is still empty would jump away from under a click.
  const compareAgain = () => {
    if (getValues('confirm')) trigger('confirm')
  }

  const save = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      await resetPassword.mutateAsync({ email, password })
      toastSuccess(api.user.resetPassword.message)
      onDone()
    } catch (error) {
      const message = messageOf(error, 'Password reset failed.')
      if (!showFieldErrors<Values>(error, ['password'], setError)) setFailure(message)
      toastError(message)
    }
  })

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        hint={errors.password ? undefined : 'At least 8 characters with a letter, a digit and one of @$!%*?&'}
        error={errors.password?.message}
      >
        <PasswordInput
          {...register('password', { ...by(resetPasswordRule), onChange: compareAgain })}
          autoComplete="new-password"
        />
      </Field>
      <Field label="Confirm password" error={errors.confirm?.message}>
        <PasswordInput
          {...register('confirm', {
            validate: (confirm, { password }) => passwordsMatch(password, confirm) ?? true,
          })}
          autoComplete="new-password"
        />
      </Field>
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" size="lg" isBusy={isSubmitting} className="w-full">
        Reset password
      </Button>
    </form>
  )
}
