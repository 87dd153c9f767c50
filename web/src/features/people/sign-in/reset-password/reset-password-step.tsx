import { api, passwordHints, resetPasswordRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formTiming, showFieldErrors } from '../../../../lib/forms/form-rules.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { type NewPassword, NewPasswordFields } from '../../accounts/new-password-fields.tsx'
import { useResetPassword } from '../api.ts'

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
      toastSuccess(api.accounts.resetPassword.message)
      onDone()
    } catch (error) {
      if (!showFieldErrors<NewPassword>(error, ['password'], setError))
        setFailure(messageOf(error, 'Password reset failed.'))
    }
  })

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      {/* Gives password managers the username. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields form={form} rule={resetPasswordRule} hint={passwordHints.reset} />
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" size="lg" isBusy={formState.isSubmitting} className="w-full">
        Reset password
      </Button>
    </form>
  )
}
