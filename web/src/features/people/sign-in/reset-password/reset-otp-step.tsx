import { api, otpRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { codeMessageOf } from '../../../../lib/forms/error-message.ts'
import { otpHint, validateWith } from '../../../../lib/forms/form-rules.ts'
import { useCountdown } from '../../../../lib/hooks/use-countdown.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { OtpInput } from '../../../../ui/forms/fields/otp-input.tsx'
import { verifyCode } from '../api.ts'
import { FormFooter } from '../form-footer.tsx'

type ResetOtpStepProps = {
  email: string
  resendAt: number
  onVerified: () => void
  onSendAgain: () => void
}

export function ResetOtpStep({ email, resendAt, onVerified, onSendAgain }: ResetOtpStepProps) {
  const resendIn = useCountdown(resendAt)
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setFocus, formState } = useForm({ defaultValues: { otp: '' } })
  useEffect(() => setFocus('otp'), [setFocus])

  const verify = handleSubmit(async ({ otp }) => {
    setFailure(undefined)
    try {
      await verifyCode(email, otp)
      onVerified()
    } catch (error) {
      setFailure(codeMessageOf(error, 'Invalid OTP, please try again.'))
      setFocus('otp', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={verify} noValidate className="grid gap-5">
      <p role="status" className="text-center text-balance text-muted">
        {api.accounts.resetPasswordEmailOtp.message}
        <span className="block font-medium wrap-anywhere text-text">{email}</span>
      </p>
      <Field label="OTP" hint={otpHint} error={formState.errors.otp?.message}>
        <OtpInput {...register('otp', validateWith(otpRule))} />
      </Field>
      <FormFooter failure={failure} isBusy={formState.isSubmitting}>
        Verify
      </FormFooter>
      <p className="text-center text-muted">
        No message?{' '}
        <button type="button" className="link -my-3 py-3" onClick={onSendAgain}>
          Send again
        </button>
        {resendIn > 0 && <span className="tabular-nums"> in {resendIn}s</span>}
      </p>
    </form>
  )
}
