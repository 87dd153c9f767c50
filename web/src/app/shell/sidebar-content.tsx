import { Plus } from 'lucide-react'
import { useLocation, useMatch, useNavigate } from 'react-router'
import { useCurrentUser } from '../../features/account/api.ts'
import { SubscriptionList } from '../../features/subscriptions/subscription-list.tsx'
import { paths } from '../paths.ts'
import { useSignInPath } from '../use-sign-in-path.ts'
import { SidebarButton, SidebarLink } from './sidebar-item.tsx'
import { sidebarLinks } from './sidebar-links.ts'

type SidebarContentProps = { isExpanded: boolean; onCreate: () => void }

/** The same in the sidebar and in the drawer. */
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
        // Before it is known who is here: what the dialog leads to asks visitors to sign in.
        onClick={() => (user || isLoading ? onCreate() : void navigate(signInPath))}
      />
      <nav aria-label="Main">
        <ul className="grid gap-0.5">
          {sidebarLinks.map(({ label, path, icon: Icon, isPersonal }) => (
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
