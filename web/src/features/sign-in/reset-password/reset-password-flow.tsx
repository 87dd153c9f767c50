import { limits } from '@vireo/contract'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../../../lib/cn.ts'
import { ResetEmailStep, type SentCode } from './reset-email-step.tsx'
import { ResetOtpStep } from './reset-otp-step.tsx'
import { ResetPasswordStep } from './reset-password-step.tsx'

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

const resetSteps = ['email', 'otp', 'password'] as const
type ResetStep = (typeof resetSteps)[number]

const names: Record<ResetStep, string> = { email: 'Email', otp: 'OTP', password: 'Password' }

/** The progress: a number for each step, a tick for the finished ones. */
function ResetSteps({ current }: { current: ResetStep }) {
  const at = resetSteps.indexOf(current)
  return (
    <ol aria-label="Steps" className="flex items-start">
      {resetSteps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cn(
            'relative grid flex-1 justify-items-center gap-1.5 text-xs font-medium',
            index === at ? 'text-text' : 'text-muted',
          )}
        >
          {index > 0 && (
            <span
              aria-hidden="true"
              className={cn(
                'absolute top-3.5 right-[calc(50%+1.25rem)] left-[calc(-50%+1.25rem)] h-px transition-colors',
                index <= at ? 'bg-accent' : 'bg-border',
              )}
            />
          )}
          <span
            className={cn(
              'grid size-7 place-items-center rounded-full border tabular-nums transition-colors',
              index < at && 'border-accent bg-accent text-on-accent',
              index === at && 'border-accent text-accent',
              index > at && 'border-border bg-surface-2',
            )}
          >
            {index < at ? <Check aria-hidden="true" className="size-4 stroke-[2.5]" /> : index + 1}
          </span>
          {names[step]}
          {index < at && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  )
}
