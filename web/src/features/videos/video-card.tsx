import type { Video } from '@vireo/contract'
import { memo, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { useCurrentUser } from '../account/api.ts'
import { OwnerAvatar, OwnerName } from '../account/owner-link.tsx'
import { CardPicture } from './card-picture.tsx'
import { usePreview } from './use-preview.ts'
import { VideoMenuSlot } from './video-menu-slot.tsx'
import { VideoMeta } from './video-meta.tsx'
import { VideoTitle } from './video-title.tsx'

/** How wide a card is in the grid of 1 to 4 columns. */
const gridSizes = '(width < 640px) calc(100vw - 2rem), (width < 1024px) 45vw, (width < 1440px) 28vw, 24vw'

type VideoCardProps = {
  video: Video
  sizes?: string
  /** For cards that are on the screen at first. */
  isEager?: boolean
  /** 'h3' where another heading stands between the page's own and the card. */
  heading?: 'h2' | 'h3'
  /** Not where every card has the same one. */
  hasOwner?: boolean
}

export const VideoCard = memo(function VideoCard({
  video,
  sizes = gridSizes,
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
        <VideoMenuSlot video={video} className={menuClass} />
      </div>
    </article>
  )
})

const menuClass = 'relative z-10 -mt-2.5 -mr-2.5 size-11 shrink-0 text-muted!'
