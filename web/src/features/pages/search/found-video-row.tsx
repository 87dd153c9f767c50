import { excerptOf, type VideoSummary } from '@vireo/contract'
import { memo } from 'react'
import { formatDuration } from '../../../lib/text/format.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonLines } from '../../../ui/feedback/skeleton-list.tsx'
import { VideoMenuButton } from '../../library/video-cards/video-menu-button.tsx'
import { OwnerAvatar, OwnerName } from '../../people/accounts/owner-link.tsx'
import { VideoMeta } from '../../publishing/videos/video-meta.tsx'
import { TimeBadge, VideoThumbnail } from '../../publishing/videos/video-thumbnail.tsx'
import { VideoTitle } from '../../publishing/videos/video-title.tsx'

const rowClass = 'flex gap-3 max-sm:flex-col sm:gap-4'
const menuClass = 'relative z-10 -mt-2 -mr-2 -mb-2 size-11 shrink-0 text-muted'
const pictureClass = 'w-full shrink-0 sm:w-64 lg:w-80'

type FoundVideoRowProps = { video: VideoSummary; query: string }

export const FoundVideoRow = memo(function FoundVideoRow({ video, query }: FoundVideoRowProps) {
  return (
    <article className={`relative rounded-card ${rowClass}`}>
      <VideoThumbnail video={video} sizes="(width < 640px) 100vw, 20rem" className={pictureClass}>
        <TimeBadge text={formatDuration(video.duration)} />
      </VideoThumbnail>
      <div className="min-w-0 grow">
        <div className="flex">
          <VideoTitle video={video} className="grow text-base sm:text-lg" />
          <VideoMenuButton video={video} className={menuClass} />
        </div>
        <VideoMeta video={video} className="mt-1 block truncate text-muted" />
        <div className="mt-2 flex items-center gap-2 text-muted">
          <OwnerAvatar owner={video.owner} size="xs" className="relative z-10" />
          <span className="min-w-0 truncate">
            <OwnerName owner={video.owner} className="relative z-10" />
          </span>
        </div>
        {video.description && (
          <p dir="auto" className="mt-2 line-clamp-2 text-muted wrap-anywhere max-sm:hidden">
            {excerptOf(video.description, query).map(({ at, text, isFound }) =>
              isFound ? (
                <mark key={at} className="bg-transparent font-semibold text-text">
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </p>
        )}
      </div>
    </article>
  )
})

export function FoundVideoRowSkeleton() {
  return (
    <div className={rowClass}>
      <Skeleton className={`aspect-video rounded-card ${pictureClass}`} />
      <SkeletonLines
        lines={[
          'h-5 w-11/12',
          'h-4 w-1/3',
          'mt-1 h-6 w-40',
          'max-sm:hidden h-4 w-full',
          'max-sm:hidden h-4 w-2/3',
        ]}
        className="grid grow content-start gap-2.5 pt-1"
      />
    </div>
  )
}
