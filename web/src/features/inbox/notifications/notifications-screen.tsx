import { Bell, Settings } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { notificationPagesQuery } from './api.ts'
import { MarkAllButton } from './mark-all-button.tsx'
import { NotificationRow, NotificationSkeletons } from './notification-row.tsx'

const cardClass = 'overflow-hidden rounded-card border border-border bg-surface'

/** All notifications of the last 90 days, read or not. */
export function NotificationsScreen() {
  const list = useLongList(notificationPagesQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2">
        <h1 ref={heading} tabIndex={-1} className="grow text-2xl outline-none">
          Notifications
        </h1>
        <Button asChild variant="ghost" size="sm">
          <Link to={`${paths.settings()}#notifications`}>
            <Settings />
            <span className="max-sm:sr-only">Settings</span>
          </Link>
        </Button>
        <MarkAllButton heading={heading} />
      </div>
      <PagedList
        list={list}
        failure="Notifications could not be loaded."
        loading={
          <div className={cardClass}>
            <NotificationSkeletons count={8} />
          </div>
        }
        empty={
          <EmptyState
            icon={<Bell />}
            text="You're all caught up!"
            action={
              <Button asChild>
                <Link to={paths.home()}>Find channels to follow</Link>
              </Button>
            }
          />
        }
      >
        {(notifications, ref) => (
          <ul ref={ref} aria-label="Notifications" className={`${cardClass} divide-y divide-border`}>
            {notifications.map((notification) => (
              <li key={notification.id}>
                <NotificationRow notification={notification} className="py-3.5" />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
