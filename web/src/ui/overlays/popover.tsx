import * as Radix from 'radix-ui/popover'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { floatingClass, floatingProps } from './floating.ts'

export const Popover = Radix.Root

export function PopoverTrigger({ children }: { children: ReactNode }) {
  return <Radix.Trigger asChild>{children}</Radix.Trigger>
}

/** Name it with aria-label or aria-labelledby: it is a dialog. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        {...floatingProps}
        className={cn(floatingClass, 'max-w-[calc(100vw-1rem)] outline-none', className)}
        {...props}
      />
    </Radix.Portal>
  )
}
