import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useEffect, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { BareIconButton } from '../buttons/bare-icon-button.tsx'
import { DialogUnsavedContext, type Unsaved } from '../forms/unsaved.ts'
import { useConfirm } from './confirm.tsx'
import { dialogContentClass, dialogOverlayClass } from './dialog-class.ts'
import { useFocusReturn } from './use-focus-return.ts'

type DialogProps = {
  title: string
  description?: string
  children?: ReactNode
  /** Uncontrolled with a trigger, or controlled with open and onOpenChange. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  size?: 'sm' | 'md' | 'lg'
  /** Neither Escape nor a click on the backdrop closes it: for content that is shown only once. */
  isHeldOpen?: boolean
}

const widths = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl' }

/**
 * Closes on Escape and on a click on the backdrop, traps the focus and locks page scrolling. Asks before closing if a
 * form in it has unsaved changes (useUnsaved).
 */
export function Dialog({
  title,
  description,
  children,
  trigger,
  size = 'md',
  isHeldOpen = false,
  open,
  onOpenChange,
}: DialogProps) {
  const focusReturn = useFocusReturn()
  const confirm = useConfirm()
  const [unsaved] = useState<Unsaved>(() => new Map())
  const change = async (isOpen: boolean) => {
    const [question] = unsaved.values()
    if (question === 'saving') return
    if (isOpen || !question || (await confirm(question))) onOpenChange?.(isOpen)
  }
  return (
    <Radix.Root {...(open !== undefined && { open })} onOpenChange={(isOpen) => void change(isOpen)}>
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
          <header className="flex shrink-0 items-start gap-4 pt-3 pr-2 pl-6">
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
          <VisibleArea />
          <DialogUnsavedContext value={unsaved}>
            <div className="min-h-0 overflow-y-auto px-6 pt-2">
              <div className="pb-6">{children}</div>
            </div>
          </DialogUnsavedContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const preventDefault = (event: Event) => event.preventDefault()

/** Keeps a dialog clear of a phone's keyboard, which covers part of the window without making it smaller. */
function VisibleArea() {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!viewport) return
    const { style } = document.documentElement
    const follow = () => {
      // Zooming in must not shrink the dialog.
      if (viewport.scale !== 1) return
      style.setProperty('--visible-height', `${viewport.height}px`)
      style.setProperty('--visible-middle', `${viewport.offsetTop + viewport.height / 2}px`)
    }
    follow()
    const stop = new AbortController()
    viewport.addEventListener('resize', follow, { signal: stop.signal })
    viewport.addEventListener('scroll', follow, { signal: stop.signal })
    return () => {
      stop.abort()
      style.removeProperty('--visible-height')
      style.removeProperty('--visible-middle')
    }
  }, [])
  return null
}

export const DialogClose = Radix.Close

/** At the end of a dialog, the main button last. Stays in view while the content above scrolls. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 rounded-b-card border-t border-border bg-surface px-6 py-4">
      {children}
    </div>
  )
}
