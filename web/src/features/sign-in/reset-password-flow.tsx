import { limits } from '@vireo/contract'
import { useState } from 'react'
import { ResetEmailStep, type SentCode } from './reset-email-step.tsx'
import { ResetOtpStep } from './reset-otp-step.tsx'
import { ResetPasswordStep } from './reset-password-step.tsx'
import { type ResetStep, ResetSteps } from './reset-steps.tsx'

/** E-mail, then code, then new password. Each step takes the focus when it is reached. */
export function ResetPasswordFlow({ initialEmail, onDone }: { initialEmail: string; onDone: () => void }) {
  const [step, setStep] = useState<ResetStep>('email')
  const [sent, setSent] = useState<SentCode>()
  const email = sent?.email ?? initialEmail

  const rememberSent = (address: string) => {
    setSent({ email: address, resendAt: Date.now() + limits.otpResendSeconds * 1000 })
    setStep('otp')
  }
  return (
    <>
      <ResetSteps current={step} />
      {step === 'email' && (
        <ResetEmailStep
          email={email}
          lastSent={sent}
          hasFocus={sent !== undefined}
          onSent={rememberSent}
          onEnterCode={() => setStep('otp')}
        />
      )}
      {step === 'otp' && (
        <ResetOtpStep
          email={email}
          resendAt={sent?.resendAt ?? 0}
          onVerified={() => setStep('password')}
          onSendAgain={() => setStep('email')}
        />
      )}
      {step === 'password' && <ResetPasswordStep email={email} onDone={onDone} />}
    </>
  )
}
