import { api, otpRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { OtpInput } from '../../ui/otp-input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { codeHint } from './email-otp-fields.tsx'
import { codeMessageOf, messageOf } from './error-message.ts'
import { by } from './form-rules.ts'
import { useConfirmEmail, useUpdateAccount } from './settings-api.ts'
import { useCountdown } from './use-countdown.ts'

type PendingEmailProps = {
  email: string
  pendingEmail: string
  resendAt: number
  onCodeSent: () => void
}

/** A new address that waits for the code sent to it. Until then the old one stays. */
export function PendingEmail({ email, pendingEmail, resendAt, onCodeSent }: PendingEmailProps) {
  const confirmEmail = useConfirmEmail()
  const resend = useUpdateAccount()
  const cancel = useUpdateAccount()
  const resendIn = useCountdown(resendAt)
  const [notice, setNotice] = useState<string>()
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    defaultValues: { otp: '' },
  })
  const isJustSent = resendAt > 0
  useEffect(() => {
    if (isJustSent) setFocus('otp')
  }, [isJustSent, setFocus])

  const confirm = handleSubmit(async ({ otp }) => {
    setNotice(undefined)
    try {
      await confirmEmail.mutateAsync(otp)
      toastSuccess(api.user.confirmEmail.message)
    } catch (error) {
      const message = codeMessageOf(error, 'Invalid or expired OTP.')
      setError('otp', { message }, { shouldFocus: true })
      toastError(message)
    }
  })

  const sendAgain = async () => {
    setNotice(undefined)
    resetField('otp')
    try {
      await resend.mutateAsync({ email: pendingEmail })
      setNotice(api.user.sendEmailOtp.message)
      onCodeSent()
    } catch (error) {
      setError('otp', { message: messageOf(error, 'Something went wrong, please try again.') })
    }
  }

  const keepOldEmail = async () => {
    try {
      // The address it already has: the server drops the one that waits.
      await cancel.mutateAsync({ email })
      toastSuccess(api.user.updateAccount.message)
    } catch (error) {
      toastError(messageOf(error, 'Failed to update your details. Please try again'))
    }
  }

  return (
    <form
      onSubmit={confirm}
      noValidate
      className="grid grid-cols-1 gap-4 rounded-control border border-border bg-bg p-4"
    >
      <p className="text-pretty">
        Enter the code sent to <strong className="font-semibold wrap-anywhere">{pendingEmail}</strong> to make
        it your email. Until then it stays <span className="wrap-anywhere">{email}</span>.
      </p>
      <Field label="OTP" hint={codeHint} error={formState.errors.otp?.message} success={notice}>
        <div className="max-w-60">
          <OtpInput {...register('otp', by(otpRule))} />
        </div>
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={formState.isSubmitting}>
          Confirm email
        </Button>
        <Button
          onClick={sendAgain}
          isBusy={resend.isPending}
          disabled={resendIn > 0}
          className="min-w-32 tabular-nums"
        >
          {resendIn > 0 ? `Resend in ${resendIn}s` : 'Resend OTP'}
        </Button>
        <Button variant="ghost" onClick={keepOldEmail} isBusy={cancel.isPending}>
          Cancel change
        </Button>
      </div>
    </form>
  )
}
