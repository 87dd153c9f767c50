import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

type EmptyStateProps = {
  icon?: ReactNode
  text: string
  /** Says why. */
  detail?: string | undefined
  action?: ReactNode
  className?: string
}

/** One line and one action. */
export function EmptyState({ icon, text, detail, action, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-4 px-4 py-16 text-center', className)}>
      {icon && <div className="text-muted [&_svg]:size-10 [&_svg]:stroke-[1.5]">{icon}</div>}
      <p className="max-w-md text-base text-pretty text-muted">{text}</p>
      {detail && <p className="-mt-2 max-w-md text-pretty text-muted">{detail}</p>}
      {action}
    </div>
  )
}
