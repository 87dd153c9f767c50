import { Menu, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../../features/people/accounts/api.ts'
import { cn } from '../../../lib/cn.ts'
import { useIsLow } from '../../../lib/hooks/use-media-query.ts'
import { topBarClass } from '../../../navigation/frame-class.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { useShortcut } from '../use-shortcut.ts'
import { MobileSearch, SearchBox } from './search-box.tsx'
import { VisitorActions } from './visitor-actions.tsx'

// Menus and panels are as much code as the rest of the bar, and visitors never need them.
const HideOnScroll = lazyPart(() => import('./hide-on-scroll.tsx').then((m) => m.HideOnScroll))
const AccountActions = lazyPart(() => import('./account-actions.tsx').then((m) => m.AccountActions))

type TopBarProps = { isSidebarOpen: boolean; onToggleSidebar: () => void; onCreate: () => void }

export function TopBar({ isSidebarOpen, onToggleSidebar, onCreate }: TopBarProps) {
  const [isSearching, setIsSearching] = useState(false)
  const isLow = useIsLow()
  const bar = useRef<HTMLElement>(null)
  useShortcut('/', () => {
    const box = bar.current?.querySelector<HTMLInputElement>('input[type=search]')
    if (!box?.checkVisibility()) return setIsSearching(true)
    // Not every browser focuses the box when its text is selected.
    box.focus()
    box.select()
  })
  return (
    <header
      ref={bar}
      className={cn(
        topBarClass,
        'flex items-center gap-1 px-0.5 pr-2 transition-[translate] duration-200 md:gap-4 md:pr-4 in-data-[bar-hidden]:-translate-y-full',
      )}
    >
      {isLow && <HideOnScroll bar={bar} isKept={isSearching} />}
      {isSearching ? (
        <MobileSearch onClose={() => setIsSearching(false)} />
      ) : (
        <>
          <div className="flex items-center gap-1">
            <IconButton
              label="Toggle sidebar"
              tooltip={isSidebarOpen ? 'Collapse sidebar' : 'Expand sidebar'}
              aria-expanded={isSidebarOpen}
              className="aria-expanded:not-hover:bg-transparent"
              onClick={onToggleSidebar}
            >
              <Menu />
            </IconButton>
            <Link to={paths.home()} aria-label="Vireo, home" className="flex rounded-control px-1.5 py-2">
              <Logo />
            </Link>
          </div>
          <div className="flex grow justify-center">
            <SearchBox className="hidden w-full max-w-xl md:block" />
          </div>
          {/* As wide as the actions of a signed-in person, so that the search box does not move when they appear. */}
          <div className="flex items-center justify-end gap-1 md:min-w-51 md:gap-2">
            <IconButton label="Search" className="md:hidden" onClick={() => setIsSearching(true)}>
              <Search />
            </IconButton>
            <Actions onCreate={onCreate} />
          </div>
        </>
      )}
    </header>
  )
}

function Actions({ onCreate }: { onCreate: () => void }) {
  const { user, isLoading } = useCurrentUser()
  const placeholder = <Skeleton className="m-1.5 size-8 rounded-full" />
  if (isLoading) return placeholder
  if (!user) return <VisitorActions />
  return <AccountActions user={user} onCreate={onCreate} fallback={placeholder} />
}
