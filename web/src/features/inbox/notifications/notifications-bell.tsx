import { latestNotifications } from '@vireo/contract'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { iconButtonClass } from '../../../ui/buttons/bare-icon-button.tsx'
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

/** Opens a panel; on phones it leads to the page, which has the room for it. */
export function NotificationsBell() {
  useLiveNotifications()
  return useIsPhone() ? <BellLink /> : <BellPanel />
}

function BellLink() {
  const { label, badge } = useBell()
  return (
    <Link to={paths.notifications()} aria-label={label} className={iconButtonClass}>
      <Bell />
      {badge}
    </Link>
  )
}

function BellPanel() {
  const [isOpen, setIsOpen] = useState(false)
  const { label, badge } = useBell()
  const changeOpen = (shouldOpen: boolean) => {
    setIsOpen(shouldOpen)
    if (shouldOpen) closeIfMissing(NotificationsPanel, () => setIsOpen(false))
  }
  return (
    <Popover open={isOpen} onOpenChange={changeOpen}>
      <PopoverTrigger>
        <IconButton label={label} tooltip="Notifications">
          <Bell />
          {badge}
        </IconButton>
      </PopoverTrigger>
      <PopoverContent aria-label="Notifications" className="w-88">
        <NotificationsPanel onClose={() => setIsOpen(false)} fallback={<NotificationSkeletons />} />
      </PopoverContent>
    </Popover>
  )
}

/** The accessible name has the number, so that the badge needs none. */
function useBell() {
  const { data } = useNotifications()
  const count = data?.filter(({ read }) => !read).length ?? 0
  const counted = count < latestNotifications ? count : `${count}+`
  const label = count > 0 ? `Notifications (${counted})` : 'Notifications'
  const badge = count > 0 && (
    <span
      data-count={count > maxShown ? `${maxShown}+` : count}
      className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger px-1 text-[0.6875rem] leading-none font-bold text-on-danger tabular-nums after:content-[attr(data-count)]"
    />
  )
  return { label, badge }
}
