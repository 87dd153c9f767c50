import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export const codeNeeded = { validate: (code: string) => code.trim() !== '' || 'Code is required' }

type TwoStepCodeFieldProps = {
  /** What react-hook-form's register gives. */
  input: ComponentProps<'input'>
  error?: string
  /** Has the focus when its dialog opens. */
  isFirst?: boolean
}

/** Takes either kind of code, so that someone without their app at hand can go on. */
export function TwoStepCodeField({ input, error, isFirst }: TwoStepCodeFieldProps) {
  return (
    <Field label="Code" hint="From your authenticator app, or a recovery code." error={error}>
      <Input
        {...input}
        {...(isFirst && { 'data-autofocus': true })}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}
