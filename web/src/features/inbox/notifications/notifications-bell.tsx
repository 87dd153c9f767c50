import { latestNotifications } from '@vireo/contract'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { closeIfMissing, lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { useLiveNotifications, useNotifications } from './api.ts'
import { NotificationSkeletons } from './notification-row.tsx'

const NotificationsPanel = lazyPart(() =>
  import('./notifications-panel.tsx').then((m) => m.NotificationsPanel),
)

/** Higher counts are shown as '9+'. */
const maxShown = 9

export function NotificationsBell() {
  const [isOpen, setIsOpen] = useState(false)
  useLiveNotifications()
  const { data } = useNotifications()
  const count = data?.filter(({ read }) => !read).length ?? 0
  const counted = count < latestNotifications ? count : `${count}+`
  const changeOpen = (shouldOpen: boolean) => {
    setIsOpen(shouldOpen)
    if (shouldOpen) closeIfMissing(NotificationsPanel, () => setIsOpen(false))
  }
  return (
    <Popover open={isOpen} onOpenChange={changeOpen}>
      <PopoverTrigger>
        <IconButton
          label={count > 0 ? `Notifications (${counted})` : 'Notifications'}
          tooltip="Notifications"
        >
          <Bell />
          {count > 0 && (
            // Hidden, because the button's accessible name has the number.
            <span
              data-count={count > maxShown ? `${maxShown}+` : count}
              className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger px-1 text-[0.6875rem] leading-none font-bold text-on-danger tabular-nums after:content-[attr(data-count)]"
            />
          )}
        </IconButton>
      </PopoverTrigger>
      <PopoverContent aria-label="Notifications" className="w-88">
        <NotificationsPanel onClose={() => setIsOpen(false)} fallback={<NotificationSkeletons />} />
      </PopoverContent>
    </Popover>
  )
}
