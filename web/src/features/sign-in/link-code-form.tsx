import { api, limits, otpRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { OtpInput } from '../../ui/otp-input.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { codeHint } from '../account/email-otp-fields.tsx'
import { codeMessageOf, limitedMessageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by } from '../account/form-rules.ts'
import { useCountdown } from '../account/use-countdown.ts'
import { sendLinkCode, useConfirmLink } from '../providers/api.ts'
import { type StepName, stepOf } from './step-name.ts'

/** The code that is mailed to the account's address: sent, sending, or soon to be sent again. */
export function useLinkCode() {
  const [failure, setFailure] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [resendAt, setResendAt] = useState(0)
  const resendIn = useCountdown(resendAt)
  const send = async () => {
    setFailure(undefined)
    setIsSending(true)
    try {
      await sendLinkCode()
      setResendAt(Date.now() + limits.otpResendSeconds * 1000)
    } catch (error) {
      setFailure(limitedMessageOf(error, 'Something went wrong, please try again.'))
    }
    setIsSending(false)
  }
  return { send, isSending, isSent: resendAt > 0, resendIn, failure }
}

type LinkCodeFormProps = { code: ReturnType<typeof useLinkCode>; onStep: (step: StepName) => void }

export function LinkCodeForm({ code, onStep }: LinkCodeFormProps) {
  const { send, isSending, isSent, resendIn, failure } = code
  const confirmLink = useConfirmLink()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { otp: '' } })
  useEffect(() => {
    if (isSent) setFocus('otp')
  }, [isSent, setFocus])

  const submit = handleSubmit(async (body) => {
    try {
      await confirmLink.mutateAsync(body)
      toastSuccess(api.provider.confirmLink.message)
    } catch (error) {
      const step = stepOf(error)
      if (step) return onStep(step)
      setError('otp', { message: codeMessageOf(error, 'Invalid or expired OTP.') }, { shouldFocus: true })
    }
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-5" aria-label="Confirm with a mailed code">
      {isSent && (
        <Field
          label="OTP"
          hint={codeHint}
          error={formState.errors.otp?.message}
          success={api.provider.sendLinkCode.message}
        >
          <OtpInput {...register('otp', by(otpRule))} />
        </Field>
      )}
      <FormAlert message={failure} />
      {isSent && (
        <Button type="submit" variant="primary" size="lg" isBusy={formState.isSubmitting} className="w-full">
          Link and sign in
        </Button>
      )}
      <Button
        variant={isSent ? 'secondary' : 'primary'}
        size="lg"
        onClick={send}
        isBusy={isSending}
        disabled={resendIn > 0}
        autoFocus={!isSent}
        className="w-full tabular-nums"
      >
        {resendIn > 0 ? `Resend in ${resendIn}s` : isSent ? 'Send again' : 'E-mail me a code'}
      </Button>
    </form>
  )
}
