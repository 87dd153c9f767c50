import { api, type CurrentUser } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from './error-message.ts'
import { FormAlert } from './form-alert.tsx'
import { passwordChangeProblem } from './password-change-problem.ts'
import { useChangePassword } from './settings-api.ts'
import { SettingsSection } from './settings-section.tsx'

const emptyValues = { oldPassword: '', newPassword: '', confirm: '' }

export function ChangePassword({ user }: { user: CurrentUser }) {
  const changePassword = useChangePassword()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, reset, setFocus, formState } = useForm({ defaultValues: emptyValues })

  const fail = (message: string) => {
    reset(emptyValues)
    setFailure(message)
    toastError(message)
    setFocus('oldPassword')
  }
  const change = handleSubmit(async (values) => {
    setFailure(undefined)
    const problem = passwordChangeProblem(values)
    if (problem) return fail(problem)
    const { oldPassword, newPassword } = values
    try {
      await changePassword.mutateAsync({ oldPassword, newPassword })
      toastSuccess(api.user.changePassword.message)
      await navigate(paths.auth())
    } catch (error) {
      fail(messageOf(error, 'Failed to update password. Please try again!'))
    }
  })

  return (
    <SettingsSection
      title="Change Password"
      text="You will be signed out on every device, this one included."
    >
      <form onSubmit={change} noValidate className="grid gap-5">
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Field label="Current password">
          <PasswordInput {...register('oldPassword')} autoComplete="current-password" />
        </Field>
        <Field label="New password" hint="At least 6 characters.">
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password">
          <PasswordInput {...register('confirm')} autoComplete="new-password" />
        </Field>
        <FormAlert message={failure} />
        <Button
          type="submit"
          variant="primary"
          isBusy={formState.isSubmitting}
          className="justify-self-start"
        >
          Change password
        </Button>
      </form>
    </SettingsSection>
  )
}
