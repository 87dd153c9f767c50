import { api, type CurrentUser, signUpPasswordRule } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { formTiming, showFieldErrors } from '../account/form-rules.ts'
import { type NewPassword, NewPasswordFields } from '../account/new-password-fields.tsx'
import { useSetPassword } from '../account/settings-api.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { useConfirmed } from './use-confirmed.tsx'

/** Instead of Change Password, for people who came through a provider and have none. */
export function SetPassword({ user }: { user: CurrentUser }) {
  const setPassword = useSetPassword()
  const { run, dialog } = useConfirmed()
  const [failure, setFailure] = useState<string>()
  const form = useForm<NewPassword>({
    ...formTiming,
    defaultValues: { password: '', confirm: '' },
  })
  const { handleSubmit, setError, formState } = form
  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      if (await run(() => setPassword.mutateAsync(password))) toastSuccess(api.user.setPassword.message)
    } catch (error) {
      const message = messageOf(error, 'Failed to update password. Please try again!')
      if (!showFieldErrors<NewPassword>(error, ['password'], setError)) setFailure(message)
      toastError(message)
    }
  })
  return (
    <SettingsSection
      title="Set a password"
      text="With a password you can also sign in without your connected accounts."
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <NewPasswordFields
          form={form}
          rule={signUpPasswordRule}
          hint="At least 8 characters, with upper and lower case and a number."
        />
        <FormAlert message={failure} />
        <Button
          type="submit"
          variant="primary"
          isBusy={formState.isSubmitting}
          className="justify-self-start"
        >
          Set password
        </Button>
      </form>
      {dialog}
    </SettingsSection>
  )
}
