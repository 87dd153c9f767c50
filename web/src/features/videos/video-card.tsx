import type { Video } from '@vireo/contract'
import { lazy, memo, type ReactNode, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { cn } from '../../lib/cn.ts'
import { useCurrentUser } from '../account/api.ts'
import { OwnerAvatar, OwnerName } from '../account/owner-link.tsx'
import { CardPicture } from './card-picture.tsx'
import { usePreview } from './use-preview.ts'
import { VideoMeta } from './video-meta.tsx'

// Visitors never see it, and menus weigh as much as the rest of the card.
const VideoMenu = lazy(() => import('./video-menu.tsx').then((m) => ({ default: m.VideoMenu })))

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
  heading: Heading = 'h2',
  hasOwner = true,
}: VideoCardProps) {
  const { user } = useCurrentUser()
  const card = useRef<HTMLElement>(null)
  const isPreviewing = usePreview(card, video.isPlayable)
  return (
    // The title's link covers the card and only other controls lie above it: no link is inside another.
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
          <Heading
            dir="auto"
            className="line-clamp-2 text-base leading-[1.375] tracking-normal text-wrap [overflow-wrap:anywhere]"
          >
            <TitleLink videoId={video._id}>{video.title}</TitleLink>
          </Heading>
          {hasOwner && (
            <div className="mt-1 truncate text-muted">
              <OwnerName owner={video.owner} className="relative z-10" />
            </div>
          )}
          <VideoMeta video={video} className="block truncate text-muted" />
        </div>
        {user && (
          <Suspense fallback={<span className={menuClass} />}>
            <VideoMenu video={video} className={menuClass} />
          </Suspense>
        )}
      </div>
    </article>
  )
})

const menuClass = 'relative z-10 -mt-2.5 -mr-2.5 size-11 shrink-0 text-muted!'

function TitleLink({ videoId, children }: { videoId: string; children: ReactNode }) {
  return (
    <Link
      to={paths.watch(videoId)}
      className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent"
    >
      {children}
    </Link>
  )
}
