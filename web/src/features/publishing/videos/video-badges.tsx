import type { VideoSummary } from '@vireo/contract'
import { CircleAlert, Link2, LoaderCircle, Lock, type LucideIcon } from 'lucide-react'
import { cn } from '../../../lib/cn.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'

// Loaded on demand, because only owners of unfinished videos see it.
const EstimateBadges = lazyPart(() =>
  import('./processing/estimate-badges.tsx').then((m) => m.EstimateBadges),
)

type BadgedVideo = Pick<VideoSummary, 'visibility' | 'status' | 'progress' | 'isPlayable' | 'estimate'>
type Badge = { label: string; icon: LucideIcon; isDanger?: boolean }

/** For the owner only: the visibility of the video, and the state of its processing. */
export function VideoBadges({ video, className }: { video: BadgedVideo; className?: string }) {
  const badges = badgesOf(video)
  const { status, estimate } = video
  if (badges.length === 0) return null
  return (
    <ul className={cn('flex flex-wrap gap-1', className)}>
      {badges.map(({ label, icon: Icon, isDanger }) => (
        <li key={label} className={cn(badgeClass, isDanger ? 'bg-danger text-on-danger' : plainClass)}>
          <Icon aria-hidden="true" className="size-3.5 stroke-2" />
          {label}
        </li>
      ))}
      {estimate && status !== 'ready' && (
        <EstimateBadges video={{ ...video, estimate }} className={cn(badgeClass, plainClass)} />
      )}
    </ul>
  )
}

const badgeClass = 'inline-flex min-h-6 items-center gap-1 rounded-md px-1.5 text-xs font-medium tabular-nums'
const plainClass = 'bg-black/80 text-white'

export function badgesOf({ visibility, status, progress }: BadgedVideo): Badge[] {
  const badges: Badge[] = []
  if (visibility === 'private') badges.push({ label: 'Private', icon: Lock })
  if (visibility === 'unlisted') badges.push({ label: 'Unlisted', icon: Link2 })
  if (status === 'failed') badges.push({ label: 'Failed', icon: CircleAlert, isDanger: true })
  if (status === 'uploaded') badges.push({ label: 'Waiting', icon: LoaderCircle })
  if (status === 'processing') badges.push({ label: `Processing ${progress}%`, icon: LoaderCircle })
  return badges
}
