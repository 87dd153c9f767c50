import * as Radix from 'radix-ui/popover'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { keepMovedFocus } from './keep-moved-focus.ts'

export const floatingClass =
  'z-50 rounded-card border border-border bg-surface text-text shadow-float ' +
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in'

export const Popover = Radix.Root
export const PopoverClose = Radix.Close

export function PopoverTrigger({ children }: { children: ReactNode }) {
  return <Radix.Trigger asChild>{children}</Radix.Trigger>
}

/** Name it with aria-label or aria-labelledby: it is a dialog. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={keepMovedFocus}
        className={cn(floatingClass, 'max-w-[calc(100vw-1rem)] outline-none', className)}
        {...props}
      />
    </Radix.Portal>
  )
}
