import type { VideoSummary } from '@vireo/contract'
import { CircleAlert, Link2, LoaderCircle, Lock, type LucideIcon } from 'lucide-react'
import { cn } from '../../../lib/cn.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'

// Loaded on demand, because only owners of unfinished videos see it.
const ShortEstimate = lazyPart(() => import('./processing/short-estimate.tsx').then((m) => m.ShortEstimate))

type BadgedVideo = Pick<VideoSummary, 'visibility' | 'status' | 'progress' | 'isPlayable' | 'estimate'>
type Badge = { label: string; icon: LucideIcon; isDanger?: boolean; isUnfinished?: boolean }

/** For the owner only: the visibility of the video, and the state of its processing. */
export function VideoBadges({ video, className }: { video: BadgedVideo; className?: string }) {
  const badges = badgesOf(video)
  const { estimate } = video
  if (badges.length === 0) return null
  return (
    <ul className={cn('flex flex-wrap gap-1', className)}>
      {badges.map(({ label, icon: Icon, isDanger, isUnfinished }) => (
        <li
          key={label}
          className={cn(badgeClass, isDanger ? 'bg-danger text-on-danger' : 'bg-black/80 text-white')}
        >
          <Icon aria-hidden="true" className="size-3.5 shrink-0 stroke-2" />
          <span>
            {label}
            {isUnfinished && estimate && <ShortEstimate video={{ ...video, estimate }} />}
          </span>
        </li>
      ))}
    </ul>
  )
}

const badgeClass = 'inline-flex min-h-6 items-center gap-1 rounded-md px-1.5 text-xs font-medium tabular-nums'

export function badgesOf({ visibility, status, progress }: BadgedVideo): Badge[] {
  const badges: Badge[] = []
  if (visibility === 'private') badges.push({ label: 'Private', icon: Lock })
  if (visibility === 'unlisted') badges.push({ label: 'Unlisted', icon: Link2 })
  if (status === 'failed') badges.push({ label: 'Failed', icon: CircleAlert, isDanger: true })
  if (status === 'uploaded') badges.push({ label: 'Waiting', icon: LoaderCircle, isUnfinished: true })
  if (status === 'processing')
    badges.push({ label: `Processing ${progress}%`, icon: LoaderCircle, isUnfinished: true })
  return badges
}
