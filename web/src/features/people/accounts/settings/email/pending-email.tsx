import { api, otpRule } from '@vireo/contract'
import { type MouseEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { codeMessageOf, messageOf } from '../../../../../lib/forms/error-message.ts'
import { otpHint, validateWith } from '../../../../../lib/forms/form-rules.ts'
import { useCountdown } from '../../../../../lib/hooks/use-countdown.ts'
import { Button } from '../../../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../../ui/forms/fields/field.tsx'
import { OtpInput } from '../../../../../ui/forms/fields/otp-input.tsx'
import { focusTitle } from '../../../../../ui/layout/settings-section.tsx'
import { useConfirmEmail, useUpdateAccount } from '../settings-api.ts'

type PendingEmailProps = {
  email: string
  pendingEmail: string
  resendAt: number
  onMailSent: () => void
}

/** A new address, not in use until it is confirmed: with its code, or only with its link. */
export function PendingEmail({ needsLink, ...props }: PendingEmailProps & { needsLink: boolean }) {
  return needsLink ? <PendingLink {...props} /> : <PendingCode {...props} />
}

const boxClass = 'grid grid-cols-1 gap-4 rounded-control border border-border bg-bg p-4'

function PendingCode(props: PendingEmailProps) {
  const { email, pendingEmail, resendAt } = props
  const { register, error, confirm, isConfirming, sendAgain, isSending } = usePendingEmail(props)
  return (
    <form onSubmit={confirm} noValidate className={boxClass}>
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
        <ResendButton label="Resend OTP" resendAt={resendAt} onClick={sendAgain} isBusy={isSending} />
        <CancelButton email={email} />
      </div>
    </form>
  )
}

/** The address was entered in another program, without a proof that the account is the person's. */
function PendingLink({ email, pendingEmail, resendAt, onMailSent }: PendingEmailProps) {
  const resend = useUpdateAccount()
  const sendAgain = async () => {
    try {
      await resend.mutateAsync({ email: pendingEmail })
      onMailSent()
    } catch (error) {
      toastError(messageOf(error, 'Something went wrong, please try again.'))
    }
  }
  return (
    <div className={boxClass}>
      <p className="text-pretty">
        Open the link sent to <strong className="font-semibold wrap-anywhere">{pendingEmail}</strong> to make
        it your email. Until then it stays <span className="wrap-anywhere">{email}</span>.
      </p>
      <div className="flex flex-wrap gap-2">
        <ResendButton label="Resend link" resendAt={resendAt} onClick={sendAgain} isBusy={resend.isPending} />
        <CancelButton email={email} />
      </div>
    </div>
  )
}

type ResendButtonProps = { label: string; resendAt: number; onClick: () => void; isBusy: boolean }

function ResendButton({ label, resendAt, onClick, isBusy }: ResendButtonProps) {
  const resendIn = useCountdown(resendAt)
  return (
    <Button onClick={onClick} isBusy={isBusy} disabled={resendIn > 0} className="min-w-32 tabular-nums">
      {resendIn > 0 ? `Resend in ${resendIn}s` : label}
    </Button>
  )
}

function usePendingEmail({ pendingEmail, resendAt, onMailSent }: PendingEmailProps) {
  const confirmEmail = useConfirmEmail()
  const resend = useUpdateAccount()
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    defaultValues: { otp: '' },
  })
  const isJustSent = resendAt > 0
  useEffect(() => {
    if (isJustSent) setFocus('otp')
  }, [isJustSent, setFocus])

  const confirm = handleSubmit(async ({ otp }, event) => {
    const section = (event?.target as Element | undefined)?.closest('section')
    try {
      await confirmEmail.mutateAsync({ otp })
      toastSuccess(`Your email is now ${pendingEmail}`)
      if (section) focusTitle(section)
    } catch (error) {
      setError('otp', { message: codeMessageOf(error, 'Invalid or expired OTP.') })
      setFocus('otp', { shouldSelect: true })
    }
  })
  const sendAgain = async () => {
    resetField('otp')
    try {
      await resend.mutateAsync({ email: pendingEmail })
      onMailSent()
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
