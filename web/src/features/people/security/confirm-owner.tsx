import { useQuery } from '@tanstack/react-query'
import { api, limits, otpRule } from '@vireo/contract'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { codeMessageOf, messageOf } from '../../../lib/forms/error-message.ts'
import { otpHint, passwordRequired, validateWith } from '../../../lib/forms/form-rules.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { OtpInput } from '../../../ui/forms/fields/otp-input.tsx'
import { PasswordInput } from '../../../ui/forms/fields/password-input.tsx'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import { OrDivider } from '../../../ui/forms/or-divider.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useCurrentUser } from '../accounts/api.ts'
import { confirmWithPasskey, passkeysQuery } from '../passkeys/api.ts'
import { browserProblem, isDeclined, isStopped, passkeyObstacle, stopAsking } from '../passkeys/webauthn.ts'
import { confirmOwner, sendConfirmCode } from './api.ts'

type ConfirmOwnerProps = { isOpen: boolean; onAnswer: (isConfirmed: boolean) => void }

/** Asks people to confirm their identity: with the password, a mailed code if they have none, or a passkey. */
export function ConfirmOwner({ isOpen, onAnswer }: ConfirmOwnerProps) {
  const { user } = useCurrentUser()
  const Form = user?.hasPassword ? PasswordForm : CodeForm
  return (
    <Dialog
      title="Confirm that it is you"
      description="Your sign-in was a while ago, so this needs a confirmation."
      size="sm"
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onAnswer(false)
      }}
    >
      <div className="grid gap-5">
        <Form email={user?.email ?? ''} onConfirmed={() => onAnswer(true)} />
        <PasskeyForm onConfirmed={() => onAnswer(true)} />
      </div>
    </Dialog>
  )
}

type FormProps = { email: string; onConfirmed: () => void }

function PasswordForm({ onConfirmed }: FormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const submit = handleSubmit(async ({ password }) => {
    try {
      await confirmOwner({ password })
      onConfirmed()
    } catch (error) {
      const message = messageOf(error, 'Something went wrong, please try again.')
      setError('password', { message }, { shouldFocus: true })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Password" error={formState.errors.password?.message}>
        <PasswordInput
          {...register('password', validateWith(passwordRequired))}
          autoComplete="current-password"
        />
      </Field>
      <Button type="submit" variant="primary" isBusy={formState.isSubmitting} className="justify-self-end">
        Confirm
      </Button>
    </form>
  )
}

/** Only for people with a passkey. */
function PasskeyForm({ onConfirmed }: Pick<FormProps, 'onConfirmed'>) {
  const { data } = useQuery({ ...passkeysQuery, enabled: !passkeyObstacle() })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => stopAsking, [])
  const confirm = async () => {
    setFailure(undefined)
    setIsBusy(true)
    try {
      await confirmWithPasskey()
      onConfirmed()
    } catch (error) {
      if (!isDeclined(error) && !isStopped(error)) setFailure(messageOf(error, browserProblem(error)))
    }
    setIsBusy(false)
  }
  if (!data?.docs.length) return null
  return (
    <>
      <OrDivider />
      <Button onClick={confirm} isBusy={isBusy} className="w-full">
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
      <FormAlert message={failure} />
    </>
  )
}

function CodeForm({ email, onConfirmed }: FormProps) {
  const [sentAt, setSentAt] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const resendIn = useCountdown(sentAt && sentAt + limits.otpResendSeconds * 1000)
  const { register, handleSubmit, setError, setFocus, clearErrors, formState } = useForm({
    defaultValues: { otp: '' },
  })
  const send = async () => {
    clearErrors()
    setIsSending(true)
    try {
      await sendConfirmCode()
      setSentAt(Date.now())
      setFocus('otp')
    } catch (error) {
      setError('otp', { message: messageOf(error, 'Something went wrong, please try again.') })
    }
    setIsSending(false)
  }
  const submit = handleSubmit(async ({ otp }) => {
    try {
      await confirmOwner({ otp })
      onConfirmed()
    } catch (error) {
      setError('otp', { message: codeMessageOf(error, 'Invalid or expired OTP.') })
      setFocus('otp', { shouldSelect: true })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-pretty">
        We send a code to <strong className="font-semibold wrap-anywhere">{email}</strong>.
      </p>
      <Button
        onClick={send}
        isBusy={isSending}
        disabled={resendIn > 0}
        className="min-w-32 justify-self-start tabular-nums"
      >
        {resendIn > 0 ? `Resend in ${resendIn}s` : 'Send OTP'}
      </Button>
      <Field
        label="OTP"
        hint={otpHint}
        error={formState.errors.otp?.message}
        success={sentAt ? api.sessions.sendCode.message : undefined}
      >
        <OtpInput {...register('otp', validateWith(otpRule))} />
      </Field>
      <Button type="submit" variant="primary" isBusy={formState.isSubmitting} className="justify-self-end">
        Confirm
      </Button>
    </form>
  )
}
