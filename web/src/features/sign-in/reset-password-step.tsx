import { api, resetPasswordRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useResetPassword } from '../account/auth-api.ts'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { formTiming, showFieldErrors } from '../account/form-rules.ts'
import { type NewPassword, NewPasswordFields } from '../account/new-password-fields.tsx'

export function ResetPasswordStep({ email, onDone }: { email: string; onDone: () => void }) {
  const resetPassword = useResetPassword()
  const [failure, setFailure] = useState<string>()
  const form = useForm<NewPassword>({
    ...formTiming,
    defaultValues: { password: '', confirm: '' },
  })
  const { handleSubmit, setError, setFocus, formState } = form
  useEffect(() => setFocus('password'), [setFocus])

  const save = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      await resetPassword.mutateAsync({ email, password })
      toastSuccess(api.user.resetPassword.message)
      onDone()
    } catch (error) {
      const message = messageOf(error, 'Password reset failed.')
      if (!showFieldErrors<NewPassword>(error, ['password'], setError)) setFailure(message)
      toastError(message)
    }
  })

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        form={form}
        rule={resetPasswordRule}
        hint="At least 8 characters with a letter, a digit and one of @$!%*?&"
      />
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" size="lg" isBusy={formState.isSubmitting} className="w-full">
        Reset password
      </Button>
    </form>
  )
}
