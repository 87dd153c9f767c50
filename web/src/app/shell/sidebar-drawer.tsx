import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { BareIconButton } from '../../ui/bare-icon-button.tsx'
import { dialogOverlayClass } from '../../ui/dialog-class.ts'
import { keepMovedFocus } from '../../ui/keep-moved-focus.ts'
import { Logo } from '../../ui/logo.tsx'
import { paths } from '../paths.ts'
import { SidebarContent } from './sidebar-content.tsx'

type SidebarDrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreate: () => void
}

/** The sidebar below 768 px: off the canvas, modal while it is open, gone after a navigation. */
export function SidebarDrawer({ open, onOpenChange, onCreate }: SidebarDrawerProps) {
  const { key } = useLocation()
  const close = useEffectEvent(() => onOpenChange(false))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for "a navigation happened"
  useEffect(() => close(), [key])

  const create = () => {
    onOpenChange(false)
    onCreate()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlayClass} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={keepMovedFocus}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[calc(100vw-3rem)] overflow-y-auto border-r border-border bg-surface shadow-float data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
        >
          <Radix.Title className="sr-only">Menu</Radix.Title>
          <div className="flex h-14 items-center gap-1 border-b border-border px-0.5">
            <Radix.Close asChild>
              <BareIconButton label="Close menu">
                <X />
              </BareIconButton>
            </Radix.Close>
            <Link to={paths.home()} aria-label="Vireo, home" className="rounded-control px-1.5 py-2">
              <Logo />
            </Link>
          </div>
          <SidebarContent isExpanded onCreate={create} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
