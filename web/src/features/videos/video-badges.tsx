import type { Video } from '@vireo/contract'
import { CircleAlert, Link2, LoaderCircle, Lock, type LucideIcon } from 'lucide-react'
import { cn } from '../../lib/cn.ts'

type BadgedVideo = Pick<Video, 'visibility' | 'status' | 'progress'>
type Badge = { label: string; icon: LucideIcon; isAlarming?: boolean }

/** For the owner only: the visibility of the video, and the state of its processing. */
export function VideoBadges({ video, className }: { video: BadgedVideo; className?: string }) {
  const badges = badgesOf(video)
  if (badges.length === 0) return null
  return (
    <ul className={cn('flex flex-wrap gap-1', className)}>
      {badges.map(({ label, icon: Icon, isAlarming }) => (
        <li
          key={label}
          className={cn(
            'inline-flex h-6 items-center gap-1 rounded-md px-1.5 text-xs font-medium tabular-nums',
            isAlarming ? 'bg-danger text-on-danger' : 'bg-black/80 text-white',
          )}
        >
          <Icon aria-hidden="true" className="size-3.5 stroke-2" />
          {label}
        </li>
      ))}
    </ul>
  )
}

export function badgesOf({ visibility, status, progress }: BadgedVideo): Badge[] {
  const badges: Badge[] = []
  if (visibility === 'private') badges.push({ label: 'Private', icon: Lock })
  if (visibility === 'unlisted') badges.push({ label: 'Unlisted', icon: Link2 })
  if (status === 'failed') badges.push({ label: 'Failed', icon: CircleAlert, isAlarming: true })
  if (status === 'uploaded') badges.push({ label: 'Waiting', icon: LoaderCircle })
  if (status === 'processing') badges.push({ label: `Processing ${progress}%`, icon: LoaderCircle })
  return badges
}
