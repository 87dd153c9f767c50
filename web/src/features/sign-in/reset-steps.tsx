import { Check } from 'lucide-react'
import { cn } from '../../lib/cn.ts'

export const resetSteps = ['email', 'otp', 'password'] as const
export type ResetStep = (typeof resetSteps)[number]

const names: Record<ResetStep, string> = { email: 'Email', otp: 'OTP', password: 'Password' }

/** Where one is: a number for each step, a tick for those behind. */
export function ResetSteps({ current }: { current: ResetStep }) {
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
