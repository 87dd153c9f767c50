import { api, type CurrentUser } from '@vireo/contract'
import { LogOut, Plus, Settings, Upload, User } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { NotificationsBell } from '../../../features/inbox/notifications/notifications-bell.tsx'
import { useLogout } from '../../../features/people/accounts/api.ts'
import { useThemeSwitch } from '../../../lib/theme.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../../ui/overlays/menu.tsx'

// Only for moderators and administrators.
const StaffItems = lazyPart(() =>
  import('../../../features/staff/moderation/panels/staff-items.tsx').then((m) => m.StaffItems),
)

type AccountActionsProps = { user: CurrentUser; onCreate: () => void }

/** The top bar's actions for a signed-in person. */
export function AccountActions({ user, onCreate }: AccountActionsProps) {
  return (
    <>
      <Button size="sm" className="max-md:hidden" onClick={onCreate}>
        <Plus />
        Upload
      </Button>
      <NotificationsBell />
      <AccountMenu user={user} onCreate={onCreate} />
    </>
  )
}

function AccountMenu({ user, onCreate }: AccountActionsProps) {
  const { label, Icon, switchTheme } = useThemeSwitch()
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
          <p dir="auto" className="truncate font-semibold">
            {user.fullname}
          </p>
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
        {user.role !== 'member' && <StaffItems isAdmin={user.role === 'admin'} />}
        <MenuItem onSelect={switchTheme}>
          <Icon />
          {label}
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
  // Not the callbacks of `mutate`, which are dropped when this menu unmounts on signing out.
  return async () => {
    try {
      await mutateAsync()
      toastSuccess(api.signIn.logout.message)
      await navigate(paths.home())
    } catch {
      toastError('Logout failed')
    }
  }
}
