import { api, type CurrentUser, emailRule, fullnameRule, nameHints, type Rule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import {
  formTiming,
  passwordRequired,
  type RunConfirmed,
  showFieldErrors,
  validateWith,
} from '../../../../lib/forms/form-rules.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { PasswordInput } from '../../../../ui/forms/fields/password-input.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'
import { useUpdateAccount } from './settings-api.ts'

type Values = { fullname: string; email: string; password: string }

type DetailsFormProps = { user: CurrentUser; runConfirmed: RunConfirmed; onMailSent: () => void }

/** Name and e-mail. A new address needs the password, and takes effect when it is confirmed: see PendingEmail. */
export function DetailsForm(props: DetailsFormProps) {
  const { user } = props
  const { register, errors, failure, submit, isSubmitting, isNameChanged, isEmailChanged } =
    useDetailsForm(props)
  // A name that came from a provider may break the rules for new names.
  const nameRule: Rule = (name) => (name.trim() === user.fullname ? undefined : fullnameRule(name))
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Full name" hint={nameHints.fullname} error={errors.fullname?.message}>
        <Input {...register('fullname', validateWith(nameRule))} autoComplete="name" />
      </Field>
      <Field
        label="Email"
        hint="A new address takes effect when you enter the code that we send to it."
        error={errors.email?.message}
      >
        <Input {...register('email', validateWith(emailRule))} type="email" autoComplete="email" />
      </Field>
      {isEmailChanged && user.hasPassword && (
        <Field
          label="Password"
          hint="Enter your password to change your email."
          error={errors.password?.message}
        >
          <PasswordInput
            {...register('password', { ...validateWith(passwordRequired), shouldUnregister: true })}
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

function useDetailsForm({ user, runConfirmed, onMailSent }: DetailsFormProps) {
  const updateAccount = useUpdateAccount()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, reset, resetField, control, formState } = useForm<Values>({
    ...formTiming,
    defaultValues: { fullname: user.fullname, email: user.email, password: '' },
  })
  const typed = useWatch({ control })
  const fullname = (typed.fullname ?? '').trim()
  const email = (typed.email ?? '').trim()
  const isNameChanged = fullname !== user.fullname
  const isEmailChanged = email !== user.email
  useUnsaved(isNameChanged || isEmailChanged)

  // A confirmed address replaces the old one here too; a name being typed stays.
  useEffect(() => resetField('email', { defaultValue: user.email }), [user.email, resetField])

  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined)
    try {
      let saved = user
      const change = async () => {
        saved = await updateAccount.mutateAsync({
          ...(isNameChanged && { fullname }),
          ...(isEmailChanged && { email, asksToConfirm: true, ...(user.hasPassword && { password }) }),
        })
      }
      if (!(await runConfirmed(change))) return
      reset({ fullname: saved.fullname, email: saved.email, password: '' })
      // A new address takes effect later: PendingEmail says what was sent to it.
      if (isEmailChanged && saved.pendingEmail) onMailSent()
      if (isNameChanged || !saved.pendingEmail) toastSuccess(api.accounts.updateAccount.message)
    } catch (error) {
      if (!showFieldErrors<Values>(error, ['fullname', 'email', 'password'], setError))
        setFailure(messageOf(error, 'Failed to update your details. Please try again'))
    }
  })
  const { errors, isSubmitting } = formState
  return { register, errors, failure, submit, isSubmitting, isNameChanged, isEmailChanged }
}
