import { limits } from '@vireo/contract'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { keepInTab, readFromTab } from '../../../../lib/store/tab-storage.ts'
import { ResetEmailStep, type SentCode } from './reset-email-step.tsx'
import { ResetOtpStep } from './reset-otp-step.tsx'
import { ResetPasswordStep } from './reset-password-step.tsx'

type ResetPasswordFlowProps = { initialEmail: string; onDone: () => void }

/** E-mail, then code, then new password. Each step takes the focus when it is reached, and survives a reload. */
export function ResetPasswordFlow({ initialEmail, onDone }: ResetPasswordFlowProps) {
  const [{ step, sent }, setProgress] = useState(() => loadProgress(initialEmail))
  const email = sent?.email ?? initialEmail

  const goTo = (next: ResetStep, code = sent) => {
    setProgress({ step: next, sent: code })
    if (code) saveProgress({ step: next, sent: code })
  }
  const rememberSent = (address: string) =>
    goTo('otp', { email: address, resendAt: Date.now() + limits.otpResendSeconds * 1000 })
  const finish = () => {
    keepInTab(storageKey, null)
    onDone()
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
          onEnterCode={() => goTo('otp')}
        />
      )}
      {step === 'otp' && (
        <ResetOtpStep
          email={email}
          resendAt={sent?.resendAt ?? 0}
          onVerified={() => goTo('password')}
          onSendAgain={() => goTo('email')}
        />
      )}
      {step === 'password' && <ResetPasswordStep email={email} onDone={finish} />}
    </>
  )
}

const resetSteps = ['email', 'otp', 'password'] as const
type ResetStep = (typeof resetSteps)[number]

type Progress = { step: ResetStep; sent: SentCode | undefined }

const storageKey = 'reset-password'

/** Stored in this tab while the code or, once it was entered, the permission to set a password is valid. */
function saveProgress(progress: Progress) {
  const seconds = progress.step === 'password' ? limits.proofLifetimeSeconds : limits.otpLifetimeSeconds
  keepInTab(storageKey, JSON.stringify({ ...progress, endsAt: Date.now() + seconds * 1000 }))
}

function loadProgress(initialEmail: string): Progress {
  const saved = JSON.parse(readFromTab(storageKey) ?? 'null')
  const isUsable = saved && saved.endsAt > Date.now() && [saved.sent.email, ''].includes(initialEmail)
  return isUsable ? { step: saved.step, sent: saved.sent } : { step: 'email', sent: undefined }
}

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
