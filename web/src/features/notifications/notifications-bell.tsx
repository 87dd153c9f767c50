import { Bell } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { useNotifications } from './api.ts'
import { NotificationsPanel } from './notifications-panel.tsx'

export function NotificationsBell() {
  const { data } = useNotifications()
  const count = data?.length ?? 0
  return (
    <Popover>
      <PopoverTrigger>
        <IconButton label={count > 0 ? `Notifications (${count})` : 'Notifications'} tooltip="Notifications">
          <Bell />
          {count > 0 && (
            <span className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-bg bg-danger" />
          )}
        </IconButton>
      </PopoverTrigger>
      <PopoverContent aria-label="Notifications" className="w-80">
        <NotificationsPanel />
      </PopoverContent>
    </Popover>
  )
}
