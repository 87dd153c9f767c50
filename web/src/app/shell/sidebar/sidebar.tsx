import { Clock, House, ListVideo, type LucideIcon, MessageSquare, Plus, ThumbsUp } from 'lucide-react'
import { useLocation, useMatch, useNavigate } from 'react-router'
import { useCurrentUser } from '../../../features/people/accounts/api.ts'
import { cn } from '../../../lib/cn.ts'
import { sidebarClass } from '../../../navigation/frame-class.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { useSignInPath } from '../../../navigation/links/use-sign-in-path.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { SidebarButton, SidebarLink } from './sidebar-item.tsx'

// Visitors never need it.
const SubscriptionList = lazyPart(() =>
  import('../../../features/people/subscriptions/subscription-list.tsx').then((m) => m.SubscriptionList),
)

type Destination = {
  label: string
  path: string
  icon: LucideIcon
  /** Visitors are sent to sign in instead. */
  isPersonal: boolean
}

const destinations: Destination[] = [
  { label: 'Home', path: paths.home(), icon: House, isPersonal: false },
  { label: 'Tweets', path: paths.tweets(), icon: MessageSquare, isPersonal: false },
  { label: 'Watch History', path: paths.watchHistory(), icon: Clock, isPersonal: true },
  { label: 'Liked Videos', path: paths.likedVideos(), icon: ThumbsUp, isPersonal: true },
  { label: 'Playlists', path: paths.playlists(), icon: ListVideo, isPersonal: true },
]

type SidebarContentProps = { isExpanded: boolean; onCreate: () => void }
type SidebarProps = SidebarContentProps & { isWatching: boolean }

export function Sidebar({ isExpanded, isWatching, onCreate }: SidebarProps) {
  return (
    <aside
      aria-label="Sidebar"
      data-state={isExpanded ? 'expanded' : 'collapsed'}
      className={cn(
        sidebarClass(isExpanded, isWatching),
        'overflow-x-hidden overflow-y-auto transition-[width] duration-200 [scrollbar-width:none]',
      )}
    >
      <SidebarContent isExpanded={isExpanded} onCreate={onCreate} />
    </aside>
  )
}

/** Shared by the sidebar and the drawer. */
export function SidebarContent({ isExpanded, onCreate }: SidebarContentProps) {
  const { user, isLoading } = useCurrentUser()
  const { pathname } = useLocation()
  const isPlaylist = useMatch(paths.playlist(':id')) !== null
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  return (
    <div className={isExpanded ? 'grid gap-3 p-3' : 'grid gap-3 px-px py-3'}>
      <SidebarButton
        label="Create"
        icon={<Plus />}
        isProminent
        isExpanded={isExpanded}
        // Also while the session is still loading: the pages behind the dialog ask visitors to sign in.
        onClick={() => (user || isLoading ? onCreate() : void navigate(signInPath))}
      />
      <nav aria-label="Main">
        <ul className="grid gap-0.5">
          {destinations.map(({ label, path, icon: Icon, isPersonal }) => (
            <li key={path}>
              <SidebarLink
                to={isPersonal && !user ? paths.auth(path) : path}
                label={label}
                icon={<Icon />}
                isExpanded={isExpanded}
                isCurrent={pathname === path || (isPlaylist && path === paths.playlists())}
              />
            </li>
          ))}
        </ul>
      </nav>
      {user && <SubscriptionList isExpanded={isExpanded} />}
    </div>
  )
}
