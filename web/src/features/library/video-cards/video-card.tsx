import { cardSizes, type VideoSummary } from '@vireo/contract'
import { memo, useRef } from 'react'
import { cn } from '../../../lib/cn.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonLines } from '../../../ui/feedback/skeleton-list.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { OwnerAvatar, OwnerName } from '../../people/accounts/owner-link.tsx'
import { VideoMeta } from '../../publishing/videos/video-meta.tsx'
import { VideoTitle } from '../../publishing/videos/video-title.tsx'
import { CardPicture } from './card-picture.tsx'
import { usePreview } from './use-preview.ts'
import { VideoMenuButton } from './video-menu-button.tsx'

type VideoCardProps = {
  video: VideoSummary
  sizes?: string
  /** For cards visible on the first screen. */
  isEager?: boolean
  /** 'h3' where there is another heading between the page's and the card's. */
  heading?: 'h2' | 'h3'
  /** False where every card would show the same owner. */
  hasOwner?: boolean
}

export const VideoCard = memo(function VideoCard({
  video,
  sizes = cardSizes,
  isEager = false,
  heading = 'h2',
  hasOwner = true,
}: VideoCardProps) {
  const { user } = useCurrentUser()
  const card = useRef<HTMLElement>(null)
  const isPreviewing = usePreview(card, video.isPlayable)
  return (
    <article ref={card} className="relative min-w-0">
      <CardPicture
        video={video}
        sizes={sizes}
        isEager={isEager}
        isOwn={user?._id === video.owner._id}
        isPreviewing={isPreviewing}
      />
      <div className={cn('mt-3 flex gap-3', hasOwner && 'min-h-22')}>
        {hasOwner && <OwnerAvatar owner={video.owner} className="relative z-10 mt-0.5 h-fit" />}
        <div className="min-w-0 grow">
          <VideoTitle video={video} heading={heading} />
          {hasOwner && (
            <div className="mt-1 truncate text-muted">
              <OwnerName owner={video.owner} className="relative z-10" />
            </div>
          )}
          <VideoMeta video={video} className="block truncate text-muted" />
        </div>
        <VideoMenuButton video={video} className={menuClass} />
      </div>
    </article>
  )
})

const menuClass = 'relative z-10 -mt-2.5 -mr-2.5 size-11 shrink-0 text-muted'

/** Exactly the same size as a card. */
export function VideoCardSkeleton({ hasOwner = true }: { hasOwner?: boolean }) {
  return (
    <div>
      <Skeleton className="aspect-video rounded-card" />
      <div className={cn('mt-3 flex gap-3', hasOwner && 'min-h-22')}>
        {hasOwner && <Skeleton className="mt-0.5 size-8 shrink-0 rounded-full" />}
        <SkeletonLines lines={['h-4 w-11/12', 'h-4 w-2/3', 'mt-1 h-3 w-1/3']} />
      </div>
    </div>
  )
}
