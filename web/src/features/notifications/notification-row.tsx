import type { Notification } from '@vireo/contract'
import { Clapperboard, ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { cn } from '../../lib/cn.ts'
import { formatRelativeTime } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useMarkRead } from './api.ts'

type NotificationRowProps = { notification: Notification; onOpen?: () => void; className?: string }

/** Leads to what it is about, and is read from then on. */
export function NotificationRow({ notification, onOpen, className }: NotificationRowProps) {
  const { name, message, excerpt, link, time, read } = notification
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
          <span className={cn(read && 'text-muted')}>{message}</span>
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

/** Who did it; an icon where nobody did. */
function Picture({ kind, name, avatarUrl }: Notification) {
  if (kind !== 'processing' && kind !== 'moderation') return <Avatar name={name} src={avatarUrl} size="sm" />
  const Icon = kind === 'processing' ? Clapperboard : ShieldAlert
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-2 text-muted"
    >
      <Icon className="size-4.5 stroke-[1.75]" />
    </span>
  )
}
