import { api, otpRule } from '@vireo/contract'
import { type MouseEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { codeMessageOf, messageOf } from '../../../../lib/forms/error-message.ts'
import { otpHint, validateWith } from '../../../../lib/forms/form-rules.ts'
import { useCountdown } from '../../../../lib/hooks/use-countdown.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { OtpInput } from '../../../../ui/forms/fields/otp-input.tsx'
import { focusTitle } from '../../../../ui/layout/settings-section.tsx'
import { useConfirmEmail, useUpdateAccount } from './settings-api.ts'

type PendingEmailProps = {
  email: string
  pendingEmail: string
  resendAt: number
  onCodeSent: () => void
}

/** A new address, not in use until the code sent to it is entered. */
export function PendingEmail(props: PendingEmailProps) {
  const { email, pendingEmail, resendAt } = props
  const resendIn = useCountdown(resendAt)
  const { register, error, confirm, isConfirming, sendAgain, isSending } = usePendingEmail(props)
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
      <Field
        label="OTP"
        hint={otpHint}
        error={error}
        success={resendAt > 0 ? api.accounts.sendEmailOtp.message : undefined}
      >
        <div className="max-w-60">
          <OtpInput {...register('otp', validateWith(otpRule))} />
        </div>
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={isConfirming}>
          Confirm email
        </Button>
        <Button
          onClick={sendAgain}
          isBusy={isSending}
          disabled={resendIn > 0}
          className="min-w-32 tabular-nums"
        >
          {resendIn > 0 ? `Resend in ${resendIn}s` : 'Resend OTP'}
        </Button>
        <CancelButton email={email} />
      </div>
    </form>
  )
}

function usePendingEmail({ pendingEmail, resendAt, onCodeSent }: PendingEmailProps) {
  const confirmEmail = useConfirmEmail()
  const resend = useUpdateAccount()
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    defaultValues: { otp: '' },
  })
  const isJustSent = resendAt > 0
  useEffect(() => {
    if (isJustSent) setFocus('otp')
  }, [isJustSent, setFocus])

  const confirm = handleSubmit(async ({ otp }) => {
    try {
      await confirmEmail.mutateAsync(otp)
      toastSuccess(api.accounts.confirmEmail.message)
    } catch (error) {
      setError('otp', { message: codeMessageOf(error, 'Invalid or expired OTP.') })
      setFocus('otp', { shouldSelect: true })
    }
  })
  const sendAgain = async () => {
    resetField('otp')
    try {
      await resend.mutateAsync({ email: pendingEmail })
      onCodeSent()
    } catch (error) {
      setError('otp', { message: messageOf(error, 'Something went wrong, please try again.') })
    }
  }
  return {
    register,
    error: formState.errors.otp?.message,
    confirm,
    isConfirming: formState.isSubmitting,
    sendAgain,
    isSending: resend.isPending,
  }
}

function CancelButton({ email }: Pick<PendingEmailProps, 'email'>) {
  const update = useUpdateAccount()
  const keepOldEmail = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const section = currentTarget.closest('section')
    try {
      // Saving the current address makes the server drop the pending one.
      await update.mutateAsync({ email })
      toastSuccess(`Your email stays ${email}`)
      if (section) focusTitle(section)
    } catch (error) {
      toastError(messageOf(error, 'Failed to update your details. Please try again'))
    }
  }
  return (
    <Button variant="ghost" onClick={keepOldEmail} isBusy={update.isPending}>
      Cancel change
    </Button>
  )
}
