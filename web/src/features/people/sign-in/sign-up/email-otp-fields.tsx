import { type ComponentProps, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { otpHint } from '../../../../lib/forms/form-rules.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { OtpInput } from '../../../../ui/forms/fields/otp-input.tsx'
import type { EmailOtp } from './use-email-otp.ts'

type EmailOtpFieldsProps = {
  otp: EmailOtp
  /** The result of react-hook-form's register('email'). */
  emailInput: ComponentProps<'input'>
  emailError?: string
  onSend: () => Promise<boolean>
  onVerified: () => void
}

/** The address with its Send OTP button and, once a code was requested, the code with its Verify button. */
export function EmailOtpFields({ otp, emailInput, emailError, onSend, onVerified }: EmailOtpFieldsProps) {
  const [code, setCode] = useState('')
  const codeInput = useRef<HTMLInputElement>(null)
  const hasCodeField = otp.status !== 'idle' && !otp.isVerified

  const send = async () => {
    setCode('')
    if (await onSend()) codeInput.current?.focus()
  }
  const verify = async (digits: string) => {
    if (await otp.verify(digits)) {
      setCode('')
      onVerified()
    } else codeInput.current?.select()
  }
  return (
    <>
      <EmailField otp={otp} input={emailInput} error={emailError} onSend={send} />
      {hasCodeField && (
        <CodeField inputRef={codeInput} otp={otp} code={code} onCode={setCode} onVerify={verify} />
      )}
    </>
  )
}

type EmailFieldProps = {
  otp: EmailOtp
  input: ComponentProps<'input'>
  error: string | undefined
  onSend: () => void
}

function EmailField({ otp, input, error, onSend }: EmailFieldProps) {
  const { isVerified, isBusy, resendIn, status, message } = otp
  return (
    <Field label="Email" error={error} success={isVerified ? message : undefined}>
      {/* On phones the address needs the whole width. */}
      <div className="flex gap-2 max-[28rem]:flex-col">
        <Input
          {...input}
          type="email"
          autoComplete="email"
          readOnly={isBusy}
          onKeyDown={isVerified || resendIn > 0 ? undefined : onEnter(otp, onSend)}
        />
        {!isVerified && (
          <Button
            onClick={onSend}
            isBusy={status === 'sending'}
            disabled={resendIn > 0 || status === 'verifying'}
            className="h-11 min-w-[8.25rem] tabular-nums"
          >
            {resendIn > 0 ? `Resend in ${resendIn}s` : 'Send OTP'}
          </Button>
        )}
      </div>
    </Field>
  )
}

type CodeFieldProps = {
  inputRef: Ref<HTMLInputElement>
  otp: EmailOtp
  code: string
  onCode: (code: string) => void
  onVerify: (digits: string) => void
}

function CodeField({ inputRef, otp, code, onCode, onVerify }: CodeFieldProps) {
  const { status, message, isBusy, clearError } = otp
  return (
    <Field
      label="OTP"
      hint={otpHint}
      error={status === 'error' ? message : undefined}
      success={status === 'sent' ? message : undefined}
    >
      <div className="flex gap-2 max-[22.5rem]:flex-col">
        <OtpInput
          ref={inputRef}
          value={code}
          onChange={(event) => {
            onCode(event.target.value)
            clearError()
          }}
          readOnly={isBusy}
          onComplete={onVerify}
          onKeyDown={onEnter(otp, () => onVerify(code))}
        />
        <Button
          onClick={() => onVerify(code)}
          isBusy={status === 'verifying'}
          disabled={status === 'sending'}
          className="h-11 min-w-[8.25rem]"
        >
          Verify
        </Button>
      </div>
    </Field>
  )
}

/** Enter in one of these fields presses its own button instead of submitting the form. */
const onEnter = (otp: EmailOtp, action: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  if (!otp.isBusy) action()
}
