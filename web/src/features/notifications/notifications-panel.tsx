import type { Notification } from '@vireo/contract'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNotifications } from './api.ts'

export function NotificationsPanel() {
  return (
    <>
      <h2 className="border-b border-border px-4 py-3 text-base">Notifications</h2>
      <Rows />
    </>
  )
}

function Rows() {
  const { data, isPending, refetch, isFetching } = useNotifications()
  if (isPending) return <SkeletonRows />
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
  if (data.length === 0) return <p className="px-4 py-8 text-center text-muted">You're all caught up!</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <ul tabIndex={0} aria-label="Notifications" className="max-h-64 overflow-y-auto py-1.5">
      {data.map((notification) => (
        <Row key={notification.id} {...notification} />
      ))}
    </ul>
  )
}

function Row({ name, avatarUrl, message }: Notification) {
  return (
    <li className="flex gap-3 px-4 py-2">
      <Avatar name={name} src={avatarUrl} size="sm" />
      <p className="min-w-0 self-center break-words">
        <span className="font-semibold">{name}</span> <span className="text-muted">{message}</span>
      </p>
    </li>
  )
}

function SkeletonRows() {
  return (
    <div aria-busy="true" className="py-1.5">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3 px-4 py-2">
          <Skeleton className="size-8 rounded-full" />
          <div className="grid grow gap-1.5">
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
