import type { ComponentProps } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { useConfirmed } from '../use-confirmed.tsx'

export const codeRequired = { validate: (code: string) => code.trim() !== '' || 'Code is required' }

type TwoStepCodeFieldProps = {
  /** The result of react-hook-form's register. */
  input: ComponentProps<'input'>
  error?: string
}

/** Accepts both kinds of code, for people without their app at hand. */
export function TwoStepCodeField({ input, error }: TwoStepCodeFieldProps) {
  return (
    <Field label="Code" hint="From your authenticator app, or a recovery code." error={error}>
      <Input {...input} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
    </Field>
  )
}

type SendCode = (code: string) => Promise<{ recoveryCodes: string[] }>

/** A form that exchanges a code for new recovery codes. `dialog` must be rendered outside the form. */
export function useCodeForm(send: SendCode, onCodes: (codes: string[]) => void) {
  const { run, dialog } = useConfirmed()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: '' } })
  const submit = handleSubmit(async ({ code }) => {
    try {
      await run(async () => onCodes((await send(code)).recoveryCodes))
    } catch (error) {
      setError('code', { message: messageOf(error, 'Something went wrong, please try again.') })
      setFocus('code', { shouldSelect: true })
    }
  })
  const { errors, isSubmitting } = formState
  return { register, submit, error: errors.code?.message, isSubmitting, dialog }
}
