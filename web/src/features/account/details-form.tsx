import { api, type CurrentUser, emailRule, fullnameRule, type Rule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from './error-message.ts'
import { FormAlert } from './form-alert.tsx'
import { by, formTiming, passwordNeeded, type RunConfirmed, showFieldErrors } from './form-rules.ts'
import { useUpdateAccount } from './settings-api.ts'

type Values = { fullname: string; email: string; password: string }

type DetailsFormProps = { user: CurrentUser; runConfirmed: RunConfirmed; onCodeSent: () => void }

/** Name and e-mail. A new address asks for the password and takes effect when its code is entered, see PendingEmail. */
export function DetailsForm({ user, runConfirmed, onCodeSent }: DetailsFormProps) {
  const updateAccount = useUpdateAccount()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, reset, resetField, control, formState } = useForm<Values>({
    ...formTiming,
    defaultValues: { fullname: user.fullname, email: user.email, password: '' },
  })
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control })
  const fullname = (typed.fullname ?? '').trim()
  const email = (typed.email ?? '').trim()
  // A name that came from a provider need not be one that the sign-up form takes.
  const nameRule: Rule = (name) => (name.trim() === user.fullname ? undefined : fullnameRule(name))
  const isNameChanged = fullname !== user.fullname
  const isEmailChanged = email !== user.email

  // A confirmed address replaces the old one here too; a name that is being typed stays.
  useEffect(() => resetField('email', { defaultValue: user.email }), [user.email, resetField])

  const update = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      let saved = user
      const change = async () => {
        saved = await updateAccount.mutateAsync({
          ...(isNameChanged && { fullname }),
          ...(isEmailChanged && { email, ...(user.hasPassword && { password }) }),
        })
      }
      if (!(await runConfirmed(change))) return
      reset({ fullname: saved.fullname, email: saved.email, password: '' })
      if (isEmailChanged && saved.pendingEmail) onCodeSent()
      toastSuccess(api.user.updateAccount.message)
    } catch (error) {
      const message = messageOf(error, 'Failed to update your details. Please try again')
      if (!showFieldErrors<Values>(error, ['fullname', 'email', 'password'], setError)) setFailure(message)
      toastError(message)
    }
  })

  return (
    <form onSubmit={update} noValidate className="grid gap-5">
      <Field label="Full name" error={errors.fullname?.message}>
        <Input {...register('fullname', by(nameRule))} autoComplete="name" />
      </Field>
      <Field
        label="Email"
        hint="A new address takes effect when you enter the code that we send to it."
        error={errors.email?.message}
      >
        <Input {...register('email', by(emailRule))} type="email" autoComplete="email" />
      </Field>
      {isEmailChanged && user.hasPassword && (
        <Field
          label="Password"
          hint="Enter your password to change your email."
          error={errors.password?.message}
        >
          <PasswordInput
            {...register('password', { ...by(passwordNeeded), shouldUnregister: true })}
            autoComplete="current-password"
          />
        </Field>
      )}
      <FormAlert message={failure} />
      <Button
        type="submit"
        variant="primary"
        isBusy={isSubmitting}
        disabled={!isNameChanged && !isEmailChanged}
        className="justify-self-start"
      >
        Update
      </Button>
    </form>
  )
}
