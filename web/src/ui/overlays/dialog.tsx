import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { BareIconButton } from '../buttons/bare-icon-button.tsx'
import { dialogContentClass, dialogOverlayClass } from './dialog-class.ts'
import { useFocusReturn } from './use-focus-return.ts'

type DialogProps = {
  title: string
  description?: string
  children?: ReactNode
  /** Buttons at the end, the main one last. */
  footer?: ReactNode
  /** Uncontrolled with a trigger, or controlled with open and onOpenChange. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  size?: 'sm' | 'md' | 'lg'
  /** Neither Escape nor a click on the backdrop closes it: for content that is shown only once. */
  isHeldOpen?: boolean
}

const widths = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl' }

/** Closes on Escape and on a click on the backdrop, traps the focus and locks the page's scrolling. */
export function Dialog({
  title,
  description,
  children,
  footer,
  trigger,
  size = 'md',
  isHeldOpen = false,
  ...state
}: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root {...state}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlayClass} />
        <Radix.Content
          className={cn(dialogContentClass, widths[size])}
          {...focusReturn}
          {...(isHeldOpen && { onEscapeKeyDown: preventDefault, onInteractOutside: preventDefault })}
          // Without this Radix warns about a missing description.
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start gap-4 pt-3 pr-2 pl-6">
            <div className="grow py-2">
              <Radix.Title className="text-xl">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <BareIconButton label="Close">
                <X />
              </BareIconButton>
            </Radix.Close>
          </header>
          <div className="overflow-y-auto px-6 pt-2 pb-6">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 px-6 pb-6">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const preventDefault = (event: Event) => event.preventDefault()

export const DialogClose = Radix.Close
