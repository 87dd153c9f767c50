import { api, type CurrentUser, passwordsMatch, signUpPasswordRule } from '@vireo/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by, formTiming, showFieldErrors } from '../account/form-rules.ts'
import { useSetPassword } from '../account/settings-api.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { useConfirmed } from './use-confirmed.tsx'

type Values = { password: string; confirm: string }

/** Instead of Change Password, for people who came through a provider and have none. */
export function SetPassword({ user }: { user: CurrentUser }) {
  const setPassword = useSetPassword()
  const { run, dialog } = useConfirmed()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, getValues, trigger, formState } = useForm<Values>({
    ...formTiming,
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState
  const compareAgain = () => {
    if (getValues('confirm')) void trigger('confirm')
  }
  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      if (await run(() => setPassword.mutateAsync(password))) toastSuccess(api.user.setPassword.message)
    } catch (error) {
      const message = messageOf(error, 'Failed to update password. Please try again!')
      if (!showFieldErrors<Values>(error, ['password'], setError)) setFailure(message)
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
        <Field
          label="New password"
          hint={
            errors.password ? undefined : 'At least 8 characters, with upper and lower case and a number.'
          }
          error={errors.password?.message}
        >
          <PasswordInput
            {...register('password', { ...by(signUpPasswordRule), onChange: compareAgain })}
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
        <Button type="submit" variant="primary" isBusy={isSubmitting} className="justify-self-start">
          Set password
        </Button>
      </form>
      {dialog}
    </SettingsSection>
  )
}
