import type { CurrentUser } from '@vireo/contract'
import { Plus } from 'lucide-react'
import { NotificationsBell } from '../../features/notifications/notifications-bell.tsx'
import { Button } from '../../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'

type AccountActionsProps = { user: CurrentUser; onCreate: () => void }

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
