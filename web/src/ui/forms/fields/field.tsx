import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../lib/cn.ts'
import { FieldContext, useFieldIds } from './field-context.ts'

type FieldProps = {
  label: string
  /** One of our controls: Input, PasswordInput, OtpInput, Textarea. */
  children: ReactNode
  hint?: string
  error?: string
  /** A positive message, e.g. 'Email verified'. An error replaces it. */
  success?: string
  /** Beside the label, e.g. a 'Forgot password?' link. */
  action?: ReactNode
  className?: string
}

export function Field({ label, children, hint, error, success, action, className }: FieldProps) {
  const { id, hintId, messageId } = useFieldIds()
  const message = error || success
  const describedBy = [hint && hintId, message && messageId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cn('relative grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <FieldContext value={{ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined }}>
        {children}
      </FieldContext>
      {/* After the control, so that Tab leads from one control to the next. */}
      {action && <div className="absolute top-0 right-0">{action}</div>}
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {/* Always rendered, so that screen readers announce its changes. */}
      <div aria-live="polite" className="empty:hidden">
        {message && (
          <p id={messageId} className={cn('flex gap-1.5 text-sm', error ? 'text-danger' : 'text-accent')}>
            {error ? <CircleAlert className={iconClass} /> : <CircleCheck className={iconClass} />}
            <span className="min-w-0 break-words">{message}</span>
          </p>
        )}
      </div>
    </div>
  )
}

const iconClass = 'mt-[3px] size-4 shrink-0'
