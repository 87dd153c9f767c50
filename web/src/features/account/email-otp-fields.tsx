import { limits } from '@vireo/contract'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { OtpInput } from '../../ui/otp-input.tsx'
import type { EmailOtp } from './use-email-otp.ts'

export const codeHint = `The code expires in ${limits.otpLifetimeSeconds / 60} minutes.`

type EmailOtpFieldsProps = {
  otp: EmailOtp
  /** What react-hook-form's register('email') gives. */
  emailInput: ComponentProps<'input'>
  emailError?: string
  onSend: () => void
  onVerified: () => void
}

/** The address with its Send OTP button and, once a code was asked for, the code with its Verify button. */
export function EmailOtpFields({ otp, emailInput, emailError, onSend, onVerified }: EmailOtpFieldsProps) {
  const [code, setCode] = useState('')
  const hasCodeField = otp.status !== 'idle' && !otp.isVerified

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
        <div className="flex gap-2">
          <Input
            {...emailInput}
            type="email"
            autoComplete="email"
            readOnly={otp.isBusy}
            onKeyDown={otp.isVerified || otp.resendIn > 0 ? undefined : onEnter(onSend)}
          />
          {!otp.isVerified && (
            <Button
              onClick={onSend}
              isBusy={otp.status === 'sending'}
              disabled={otp.resendIn > 0 || otp.status === 'verifying'}
              className="h-11 min-w-[7.5rem] tabular-nums"
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
          <div className="flex gap-2">
            <OtpInput
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
              className="h-11 min-w-[7.5rem]"
            >
              Verify
            </Button>
          </div>
        </Field>
      )}
    </>
  )
}
