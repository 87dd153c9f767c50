import * as Radix from 'radix-ui/tabs'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const Tabs = Radix.Root

/** Name it with aria-label. */
export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn('flex gap-1 border-b border-border', className)} {...props} />
}

export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'relative min-h-11 px-4 text-sm font-medium text-muted transition-colors hover:text-text',
        'rounded-t-control focus-visible:-outline-offset-2 data-[state=active]:text-text',
        'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent after:opacity-0',
        'after:transition-opacity data-[state=active]:after:opacity-100',
        className,
      )}
      {...props}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-6', className)} {...props} />
}
