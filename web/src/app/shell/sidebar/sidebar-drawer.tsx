import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCurrentUser } from '../../../features/people/accounts/api.ts'
import { useThemeSwitch } from '../../../lib/theme.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { BareIconButton } from '../../../ui/buttons/bare-icon-button.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { dialogOverlayClass } from '../../../ui/overlays/dialog-class.ts'
import { useFocusReturn } from '../../../ui/overlays/use-focus-return.ts'
import { SidebarContent } from './sidebar.tsx'
import { SidebarButton } from './sidebar-item.tsx'

type SidebarDrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreate: () => void
}

/** The sidebar below 768 px and on video pages: a modal dialog that slides in and closes when a link is followed. */
export function SidebarDrawer({ open, onOpenChange, onCreate }: SidebarDrawerProps) {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const focusReturn = useFocusReturn()
  // Closes at once instead of after the navigation: while the drawer is open, the focus cannot move to the page. Its
  // history entry is removed before the new page's entry is added (useBackCloses).
  const followLink = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const { location, history } = window
    const path = link.pathname + link.search
    const follow = () => void navigate(path)
    onOpenChange(false)
    if (path === location.pathname + location.search) return
    if (history.state?.cover) window.addEventListener('popstate', follow, { once: true })
    else follow()
  }
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
          {...focusReturn}
          onClickCapture={followLink}
          className="fixed inset-y-0 left-0 z-40 w-[calc(18rem+env(safe-area-inset-left))] max-w-[calc(100vw-2rem)] overflow-y-auto border-r border-border bg-surface pl-[env(safe-area-inset-left)] shadow-float data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
        >
          <Radix.Title className="sr-only">Menu</Radix.Title>
          <div className="flex h-14 items-center gap-1 border-b border-border px-0.5">
            <Radix.Close asChild>
              <BareIconButton label="Close menu">
                <X />
              </BareIconButton>
            </Radix.Close>
            <Link to={paths.home()} aria-label="Vireo, home" className="flex rounded-control px-1.5 py-2">
              <Logo />
            </Link>
          </div>
          <SidebarContent isExpanded onCreate={create} />
          {!user && <ThemeRow />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** For visitors; signed-in people find it in the account menu. */
function ThemeRow() {
  const { label, Icon, switchTheme } = useThemeSwitch()
  return (
    <div className="px-3">
      <SidebarButton label={label} icon={<Icon />} isExpanded onClick={switchTheme} />
    </div>
  )
}
