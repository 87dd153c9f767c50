import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'

type EmptyStateProps = {
  icon?: ReactNode
  text: string
  /** The reason. */
  detail?: string | undefined
  action?: ReactNode
  className?: string
}

/** For an empty list: one line of text and an action. */
export function EmptyState({ icon, text, detail, action, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-4 px-4 base:py-16 text-center', className)}>
      {icon && <div className="text-muted base:[&_svg]:size-10 [&_svg]:stroke-[1.5]">{icon}</div>}
      <p className="max-w-md text-base text-pretty text-muted">{text}</p>
      {detail && <p className="-mt-2 max-w-md text-pretty text-muted">{detail}</p>}
      {action}
    </div>
  )
}
