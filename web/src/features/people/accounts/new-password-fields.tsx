import { passwordsMatch, type Rule } from '@vireo/contract'
import type { UseFormReturn } from 'react-hook-form'
import { validateWith } from '../../../lib/forms/form-rules.ts'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { PasswordInput } from '../../../ui/forms/fields/password-input.tsx'

export type NewPassword = { password: string; confirm: string }

type NewPasswordFieldsProps = { form: UseFormReturn<NewPassword>; rule: Rule; hint: string }

/** A new password, typed twice. */
export function NewPasswordFields({ form, rule, hint }: NewPasswordFieldsProps) {
  const { register, getValues, trigger, formState } = form
  const { errors } = formState
  // Only once both are filled in: an error below an empty field would move the button being clicked.
  const compareAgain = () => {
    if (getValues('confirm')) void trigger('confirm')
  }
  return (
    <>
      <Field label="New password" hint={errors.password ? undefined : hint} error={errors.password?.message}>
        <PasswordInput
          {...register('password', { ...validateWith(rule), onChange: compareAgain })}
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
    </>
  )
}
