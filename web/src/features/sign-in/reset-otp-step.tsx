import { api, otpRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { OtpInput } from '../../ui/otp-input.tsx'
import { toastError } from '../../ui/toast.ts'
import { verifyCode } from '../account/auth-api.ts'
import { codeHint } from '../account/email-otp-fields.tsx'
import { codeMessageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by } from '../account/form-rules.ts'
import { useCountdown } from '../account/use-countdown.ts'

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
      const message = codeMessageOf(error, 'Invalid OTP, please try again.')
      setFailure(message)
      toastError(message)
      setFocus('otp', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={verify} noValidate className="grid gap-5">
      <p role="status" className="text-center text-balance text-muted">
        {api.user.resetPasswordEmailOtp.message}
        <span className="block font-medium wrap-anywhere text-text">{email}</span>
      </p>
      <Field label="OTP" hint={codeHint} error={formState.errors.otp?.message}>
        <OtpInput {...register('otp', by(otpRule))} />
      </Field>
      <FormAlert message={failure} />
      <Button type="submit" variant="primary" size="lg" isBusy={formState.isSubmitting} className="w-full">
        Verify
      </Button>
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
