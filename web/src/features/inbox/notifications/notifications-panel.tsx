import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useNotifications } from './api.ts'
import { MarkAllButton } from './mark-all-button.tsx'
import { NotificationRow, NotificationSkeletons } from './notification-row.tsx'

/** Lists unread notifications only; the notifications page has all. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  return (
    <>
      <PanelHeader />
      <Rows onOpen={onClose} />
      <div className="border-t border-border p-1.5">
        <Button asChild variant="ghost" className="w-full">
          <Link to={paths.notifications()} onClick={onClose}>
            View all notifications
          </Link>
        </Button>
      </div>
    </>
  )
}

function PanelHeader() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="flex min-h-12 items-center justify-between gap-2 border-b border-border py-1 pr-1.5 pl-4">
      <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
        Notifications
      </h2>
      <MarkAllButton heading={heading} />
    </div>
  )
}

function Rows({ onOpen }: { onOpen: () => void }) {
  const { data, isPending, refetch, isFetching } = useNotifications()
  if (isPending) return <NotificationSkeletons />
  if (!data) {
    return (
      <div className="grid justify-items-center gap-3 px-4 py-6">
        <p className="text-muted">Notifications could not be loaded.</p>
        <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  }
  const unread = data.filter(({ read }) => !read)
  if (unread.length === 0) return <p className="px-4 py-8 text-center text-muted">You're all caught up!</p>
  return (
    <ul aria-label="Notifications" className="max-h-64 overflow-y-auto py-1.5">
      {unread.map((notification) => (
        <li key={notification.id}>
          <NotificationRow notification={notification} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}
