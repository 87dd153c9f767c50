import type { ReactNode, Ref } from 'react'
import { cn } from '../../lib/cn.ts'

type NoticeProps = {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
}

/** A message about a form, with an action. */
export function Notice({ icon, children, action, role = 'status', ref }: NoticeProps) {
  const isAlert = role === 'alert'
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={-1}
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border px-4 py-3 outline-none',
        isAlert ? 'border-danger/40 bg-danger/10' : 'border-border bg-surface',
      )}
    >
      <span
        aria-hidden="true"
        className={cn('[&_svg]:size-5 [&_svg]:stroke-[1.75]', isAlert ? 'text-danger' : 'text-warn')}
      >
        {icon}
      </span>
      <div className="min-w-40 flex-1 wrap-anywhere">{children}</div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
