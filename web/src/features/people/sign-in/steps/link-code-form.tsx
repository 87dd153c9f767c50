import { api, limits, otpRule } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { codeMessageOf, limitedMessageOf } from '../../../../lib/forms/error-message.ts'
import { otpHint, validateWith } from '../../../../lib/forms/form-rules.ts'
import { useCountdown } from '../../../../lib/hooks/use-countdown.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { OtpInput } from '../../../../ui/forms/fields/otp-input.tsx'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { sendLinkCode, useConfirmLink } from '../../providers/api.ts'
import { type StepName, stepOf } from '../step-name.ts'

/** Sends a code to the account's address; a countdown shows when it can be sent again. */
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
      toastSuccess(api.providers.confirmLink.message)
    } catch (error) {
      const step = stepOf(error)
      if (step) return onStep(step)
      setError('otp', { message: codeMessageOf(error, 'Invalid or expired OTP.') })
      setFocus('otp', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-5" aria-label="Confirm with a mailed code">
      {isSent && (
        <Field
          label="OTP"
          hint={otpHint}
          error={formState.errors.otp?.message}
          success={api.providers.sendLinkCode.message}
        >
          <OtpInput {...register('otp', validateWith(otpRule))} />
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
