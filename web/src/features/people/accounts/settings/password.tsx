import {
  api,
  type CurrentUser,
  changePasswordRule,
  passwordHints,
  passwordsMatch,
  signUpPasswordRule,
} from '@vireo/contract'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formTiming, type RunConfirmed, showFieldErrors } from '../../../../lib/forms/form-rules.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { PasswordInput } from '../../../../ui/forms/fields/password-input.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { type NewPassword, NewPasswordFields } from '../new-password-fields.tsx'
import { useChangePassword, useSetPassword } from './settings-api.ts'

const failureText = 'Failed to update password. Please try again!'
const sectionId = 'password'
const emptyChange = { oldPassword: '', newPassword: '', confirm: '' }

export function ChangePassword({ user }: { user: CurrentUser }) {
  const changePassword = useChangePassword()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, reset, setFocus, formState } = useForm({ defaultValues: emptyChange })
  const allowLeaving = useUnsaved(formState.isDirty)

  const fail = (message: string) => {
    reset(emptyChange)
    setFailure(message)
    setFocus('oldPassword')
  }
  const change = handleSubmit(async (values) => {
    setFailure(undefined)
    const problem = passwordChangeProblem(values)
    if (problem) return fail(problem)
    const { oldPassword, newPassword } = values
    try {
      await changePassword.mutateAsync({ oldPassword, newPassword })
      allowLeaving()
      toastSuccess(api.accounts.changePassword.message)
      await navigate(paths.auth(), { state: { isPasswordUpdated: true } })
    } catch (error) {
      fail(messageOf(error, failureText))
    }
  })

  return (
    <SettingsSection
      id={sectionId}
      title="Change Password"
      text="You will be signed out on every device, this one included."
    >
      <PasswordForm
        user={user}
        submitLabel="Change password"
        onSubmit={change}
        isBusy={formState.isSubmitting}
        failure={failure}
      >
        <Field label="Current password">
          <PasswordInput {...register('oldPassword')} autoComplete="current-password" />
        </Field>
        <Field label="New password" hint={passwordHints.change}>
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password">
          <PasswordInput {...register('confirm')} autoComplete="new-password" />
        </Field>
      </PasswordForm>
    </SettingsSection>
  )
}

/** One message for the whole form: a failure clears all fields, so no single field can be marked. */
export function passwordChangeProblem({ oldPassword, newPassword, confirm }: typeof emptyChange) {
  if (!oldPassword || !newPassword || !confirm) return 'Missing required field'
  if (oldPassword === newPassword) return changePasswordRule(oldPassword, newPassword)
  return passwordsMatch(newPassword, confirm) ?? changePasswordRule(oldPassword, newPassword)
}

type SetPasswordProps = { user: CurrentUser; runConfirmed: RunConfirmed }

/** For people who signed up through a provider and have no password. */
export function SetPassword({ user, runConfirmed }: SetPasswordProps) {
  const setPassword = useSetPassword()
  const [failure, setFailure] = useState<string>()
  const form = useForm<NewPassword>({ ...formTiming, defaultValues: { password: '', confirm: '' } })
  useUnsaved(form.formState.isDirty)

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      const isConfirmed = await runConfirmed(() => setPassword.mutateAsync(password))
      if (!isConfirmed) return
      toastSuccess(api.accounts.setPassword.message)
      // The form for changing the password replaces this one.
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${sectionId} h2`)?.focus())
    } catch (error) {
      if (!showFieldErrors<NewPassword>(error, ['password'], form.setError))
        setFailure(messageOf(error, failureText))
    }
  })

  return (
    <SettingsSection
      id={sectionId}
      title="Set a password"
      text="With a password you can also sign in without your connected accounts."
    >
      <PasswordForm
        user={user}
        submitLabel="Set password"
        onSubmit={submit}
        isBusy={form.formState.isSubmitting}
        failure={failure}
      >
        <NewPasswordFields form={form} rule={signUpPasswordRule} hint={passwordHints.signUp} />
      </PasswordForm>
    </SettingsSection>
  )
}

type PasswordFormProps = Pick<ComponentProps<'form'>, 'onSubmit'> & {
  user: CurrentUser
  submitLabel: string
  isBusy: boolean
  failure: string | undefined
  children: ReactNode
}

function PasswordForm({ user, submitLabel, onSubmit, isBusy, failure, children }: PasswordFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      {/* Gives password managers the username. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {children}
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-start">
        {submitLabel}
      </Button>
    </form>
  )
}
