import { api, passwordHints, resetPasswordRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formTiming, showFieldErrors } from '../../../../lib/forms/form-rules.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { type NewPassword, NewPasswordFields } from '../../accounts/new-password-fields.tsx'
import { useResetPassword } from '../api.ts'
import { FormFooter } from '../form-footer.tsx'

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
      <FormFooter failure={failure} isBusy={formState.isSubmitting}>
        Reset password
      </FormFooter>
    </form>
  )
}
