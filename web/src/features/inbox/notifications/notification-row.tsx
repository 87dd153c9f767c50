import type { Notification } from '@vireo/contract'
import { Clapperboard, type LucideIcon, MessageSquareWarning, ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { formatRelativeTime } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useMarkRead } from './api.ts'

type NotificationRowProps = { notification: Notification; onOpen?: () => void; className?: string }

/** A link to the notification's subject; following it marks the notification as read. */
export function NotificationRow({ notification, onOpen, className }: NotificationRowProps) {
  // A server of the previous version sends only `message`, without the name.
  const { name, action = notification.message, excerpt, link, time, read } = notification
  const markRead = useMarkRead()
  const handleClick = () => {
    markRead(notification)
    onOpen?.()
  }
  return (
    <Link
      to={link ?? paths.notifications()}
      onClick={handleClick}
      className={cn(
        'flex gap-3 px-4 py-2.5 transition-colors hover:bg-surface-2 focus-visible:-outline-offset-2',
        className,
      )}
    >
      <Picture {...notification} />
      <span className="grid min-w-0 grow gap-0.5">
        <span className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{name}</span>{' '}
          <span className={cn(read && 'text-muted')}>{action}</span>
        </span>
        {excerpt && (
          <span dir="auto" className="line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
            {excerpt}
          </span>
        )}
        <time dateTime={time} className="text-xs text-muted">
          {formatRelativeTime(time)}
        </time>
      </span>
      {!read && (
        <span className="mt-2 size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </Link>
  )
}

const icons: Partial<Record<Notification['kind'], LucideIcon>> = {
  processing: Clapperboard,
  moderation: ShieldAlert,
  'comments-waiting': MessageSquareWarning,
}

/** The person's avatar, or an icon if there is no person. */
function Picture({ kind, name, avatarUrl }: Notification) {
  const Icon = icons[kind]
  if (!Icon) return <Avatar name={name} src={avatarUrl} size="sm" />
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-2 text-muted"
    >
      <Icon className="size-4.5 stroke-[1.75]" />
    </span>
  )
}

export function NotificationSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div aria-busy="true" className="py-1.5">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={row} className="flex items-center gap-3 px-4 py-2.5">
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
