import { emailRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { limitedMessageOf } from '../../../../lib/forms/error-message.ts'
import { formTiming, validateWith } from '../../../../lib/forms/form-rules.ts'
import { useCountdown } from '../../../../lib/hooks/use-countdown.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { sendResetCode } from '../api.ts'
import { FormFooter } from '../form-footer.tsx'

export type SentCode = { email: string; resendAt: number }

type ResetEmailStepProps = {
  email: string
  lastSent?: SentCode
  hasFocus: boolean
  onSent: (email: string) => void
  onEnterCode: () => void
}

export function ResetEmailStep({ email, lastSent, hasFocus, onSent, onEnterCode }: ResetEmailStepProps) {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setFocus, control, formState } = useForm({
    ...formTiming,
    defaultValues: { email },
  })
  const typed = useWatch({ control, name: 'email' }).trim()
  const remaining = useCountdown(lastSent?.resendAt ?? 0)
  const resendIn = lastSent?.email === typed ? remaining : 0

  useEffect(() => {
    if (hasFocus) setFocus('email', { shouldSelect: true })
  }, [hasFocus, setFocus])

  const send = handleSubmit(async () => {
    setFailure(undefined)
    try {
      await sendResetCode(typed)
      onSent(typed)
    } catch (error) {
      setFailure(limitedMessageOf(error, 'Something went wrong, please try again.'))
    }
  })

  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <Field label="Email" error={formState.errors.email?.message}>
        <Input {...register('email', validateWith(emailRule))} type="email" autoComplete="email" />
      </Field>
      <FormFooter failure={failure} isBusy={formState.isSubmitting} isDisabled={resendIn > 0}>
        {resendIn > 0 ? `Resend in ${resendIn}s` : 'Send OTP'}
      </FormFooter>
      {/* The code already sent is still valid, so nobody has to wait for the next one. */}
      {resendIn > 0 && (
        <p className="text-center text-muted">
          Got the message?{' '}
          <button type="button" className="link -my-3 py-3" onClick={onEnterCode}>
            Enter the code
          </button>
        </p>
      )}
    </form>
  )
}
