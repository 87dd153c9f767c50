import { api } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { messageOf } from './error-message.ts'
import { FormAlert } from './form-alert.tsx'
import { by, passwordNeeded, type RunConfirmed, showFieldErrors } from './form-rules.ts'
import { useDeleteAccount } from './settings-api.ts'

type DeleteAccountFormProps = { hasPassword: boolean; runConfirmed: RunConfirmed; onCancel: () => void }

export function DeleteAccountForm({ hasPassword, runConfirmed, onCancel }: DeleteAccountFormProps) {
  const deleteAccount = useDeleteAccount()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })

  const remove = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      const body = hasPassword ? { password } : {}
      if (!(await runConfirmed(() => deleteAccount.mutateAsync(body)))) return
      toastSuccess(api.user.deleteAccount.message)
      await navigate(paths.home())
    } catch (error) {
      if (showFieldErrors<{ password: string }>(error, ['password'], setError)) return
      setFailure(messageOf(error, 'Your account could not be deleted. Please try again.'))
    }
  })

  return (
    <form onSubmit={remove} noValidate className="grid gap-5">
      <div className="grid gap-2">
        <p>These are hidden from everyone at once, and removed for good after 7 days:</p>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          <li>your profile, profile picture and cover image</li>
          <li>the videos and tweets you published, with their comments and likes</li>
          <li>your comments, replies, likes and subscriptions</li>
          <li>your playlists and watch history</li>
        </ul>
      </div>
      {hasPassword && (
        <Field
          label="Password"
          hint="Enter your password to confirm."
          error={formState.errors.password?.message}
        >
          <PasswordInput {...register('password', by(passwordNeeded))} autoComplete="current-password" />
        </Field>
      )}
      <FormAlert message={failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" isBusy={formState.isSubmitting}>
          Delete account
        </Button>
      </div>
    </form>
  )
}
