import { limits } from '@vireo/contract'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { OtpInput } from '../../ui/otp-input.tsx'
import type { EmailOtp } from './use-email-otp.ts'

export const codeHint = `The code expires in ${limits.otpLifetimeSeconds / 60} minutes.`

// On phones an address needs the whole width, a code only on the narrowest.
const emailRowClass = 'flex gap-2 max-[28rem]:flex-col'
const codeRowClass = 'flex gap-2 max-[22.5rem]:flex-col'

type EmailOtpFieldsProps = {
  otp: EmailOtp
  /** What react-hook-form's register('email') gives. */
  emailInput: ComponentProps<'input'>
  emailError?: string
  onSend: () => Promise<boolean>
  onVerified: () => void
}

/** The address with its Send OTP button and, once a code was asked for, the code with its Verify button. */
export function EmailOtpFields({ otp, emailInput, emailError, onSend, onVerified }: EmailOtpFieldsProps) {
  const [code, setCode] = useState('')
  const codeInput = useRef<HTMLInputElement>(null)
  const hasCodeField = otp.status !== 'idle' && !otp.isVerified

  const send = async () => {
    setCode('')
    if (await onSend()) codeInput.current?.focus()
  }
  const verify = async () => {
    if (await otp.verify(code)) {
      setCode('')
      onVerified()
    }
  }
  const onEnter = (action: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!otp.isBusy) action()
  }

  return (
    <>
      <Field label="Email" error={emailError} success={otp.isVerified ? otp.message : undefined}>
        <div className={emailRowClass}>
          <Input
            {...emailInput}
            type="email"
            autoComplete="email"
            readOnly={otp.isBusy}
            onKeyDown={otp.isVerified || otp.resendIn > 0 ? undefined : onEnter(send)}
          />
          {!otp.isVerified && (
            <Button
              onClick={send}
              isBusy={otp.status === 'sending'}
              disabled={otp.resendIn > 0 || otp.status === 'verifying'}
              className="h-11 min-w-[8.25rem] tabular-nums"
            >
              {otp.resendIn > 0 ? `Resend in ${otp.resendIn}s` : 'Send OTP'}
            </Button>
          )}
        </div>
      </Field>
      {hasCodeField && (
        <Field
          label="OTP"
          hint={codeHint}
          error={otp.status === 'error' ? otp.message : undefined}
          success={otp.status === 'sent' ? otp.message : undefined}
        >
          <div className={codeRowClass}>
            <OtpInput
              ref={codeInput}
              value={code}
              onChange={(event) => {
                setCode(event.target.value)
                otp.forgetError()
              }}
              readOnly={otp.isBusy}
              onKeyDown={onEnter(verify)}
            />
            <Button
              onClick={verify}
              isBusy={otp.status === 'verifying'}
              disabled={otp.status === 'sending'}
              className="h-11 min-w-[8.25rem]"
            >
              Verify
            </Button>
          </div>
        </Field>
      )}
    </>
  )
}
