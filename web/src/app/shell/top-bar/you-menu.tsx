import type { CurrentUser } from '@vireo/contract'
import { Clock, ListVideo, type LucideIcon, Settings, ThumbsUp, User } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlays/menu.tsx'

/** The signed-in person's own pages, in the bottom bar on phones. */
export function YouMenu({ user, className }: { user: CurrentUser; className: string }) {
  const { pathname } = useLocation()
  const entries: { path: string; label: string; icon: LucideIcon }[] = [
    { path: paths.profile(user.username), label: 'Your profile', icon: User },
    { path: paths.watchHistory(), label: 'Watch History', icon: Clock },
    { path: paths.likedVideos(), label: 'Liked Videos', icon: ThumbsUp },
    { path: paths.playlists(), label: 'Playlists', icon: ListVideo },
    { path: paths.settings(), label: 'Settings', icon: Settings },
  ]
  const isCurrent = (path: string) => pathname === path
  return (
    <Menu>
      <MenuTrigger>
        <button
          type="button"
          aria-current={entries.some(({ path }) => isCurrent(path)) ? 'page' : undefined}
          className={className}
        >
          <Avatar name={user.fullname} src={user.avatar} size="xs" />
          You
        </button>
      </MenuTrigger>
      <MenuContent side="top">
        {entries.map(({ path, label, icon: Icon }) => (
          <MenuItem key={path} asChild>
            <Link to={path} aria-current={isCurrent(path) ? 'page' : undefined}>
              <Icon />
              {label}
            </Link>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
