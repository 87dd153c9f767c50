import { api, type CurrentUser } from '@vireo/contract'
import { LogOut, Moon, Settings, Sun, Upload, User } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLogout } from '../../features/account/api.ts'
import { useTheme } from '../../lib/theme.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { paths } from '../paths.ts'

// Only for moderators and administrators.
const StaffItems = lazy(() =>
  import('../../features/moderation/staff-items.tsx').then((m) => ({ default: m.StaffItems })),
)

type AccountMenuProps = { user: CurrentUser; onCreate: () => void }

export function AccountMenu({ user, onCreate }: AccountMenuProps) {
  const { theme, toggleTheme } = useTheme()
  const signOut = useSignOut()
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label="Account menu" tooltip="Account">
          <Avatar name={user.fullname} src={user.avatar} size="sm" />
        </IconButton>
      </MenuTrigger>
      <MenuContent className="w-64">
        <MenuLabel>
          <p className="truncate font-semibold">{user.fullname}</p>
          <p className="truncate text-muted">{user.email}</p>
        </MenuLabel>
        <MenuSeparator />
        <MenuItem asChild>
          <Link to={paths.profile(user.username)}>
            <User />
            Go to Profile
          </Link>
        </MenuItem>
        <MenuItem className="md:hidden" onSelect={onCreate}>
          <Upload />
          Upload
        </MenuItem>
        <MenuItem asChild>
          <Link to={paths.settings()}>
            <Settings />
            Settings
          </Link>
        </MenuItem>
        {user.role !== 'member' && (
          <Suspense>
            <StaffItems isAdmin={user.role === 'admin'} />
          </Suspense>
        )}
        <MenuItem onSelect={toggleTheme}>
          {theme === 'dark' ? <Sun /> : <Moon />}
          {theme === 'dark' ? 'Light Mode' : 'Dark Mode'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={signOut}>
          <LogOut />
          Sign out
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

function useSignOut() {
  const { mutateAsync } = useLogout()
  const navigate = useNavigate()
  // Not the callbacks of `mutate`: this menu is gone as soon as nobody is signed in, and they with it.
  return async () => {
    try {
      await mutateAsync()
      toastSuccess(api.user.logout.message)
      await navigate(paths.home())
    } catch {
      toastError('Logout failed')
    }
  }
}
