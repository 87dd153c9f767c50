import type { ComponentProps } from 'react'
import { cn } from '../../../lib/cn.ts'

/** The browser's own select in our colours, so that it opens the way people are used to. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <select
      className={cn(
        'h-9 rounded-control border border-border bg-surface-2 px-3 text-sm transition-colors hover:border-muted pointer-coarse:h-11',
        className,
      )}
      {...props}
    />
  )
}
