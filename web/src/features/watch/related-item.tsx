import type { Video } from '@vireo/contract'
import { memo } from 'react'
import { formatDuration } from '../../lib/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeBadge } from '../videos/time-badge.tsx'
import { VideoMenuSlot } from '../videos/video-menu-slot.tsx'
import { VideoMeta } from '../videos/video-meta.tsx'
import { VideoThumbnail } from '../videos/video-thumbnail.tsx'
import { VideoTitle } from '../videos/video-title.tsx'

const pictureClass = 'w-40 shrink-0 max-[359px]:w-32'
const menuClass = 'relative z-10 -my-2.5 -mr-3 -ml-1 size-11 shrink-0 text-muted! pointer-fine:size-9!'

/** All of the row but its menu is one link. */
export const RelatedItem = memo(function RelatedItem({ video }: { video: Video }) {
  return (
    <article className="group relative flex gap-3 rounded-card">
      <VideoThumbnail video={video} sizes="160px" className={pictureClass}>
        <TimeBadge text={formatDuration(video.duration)} />
      </VideoThumbnail>
      <div className="min-w-0 grow">
        <div className="flex">
          <VideoTitle video={video} className="grow text-sm" />
          <VideoMenuSlot video={video} className={menuClass} />
        </div>
        <p className="mt-1 truncate text-xs text-muted">
          <bdi>{video.owner.fullname}</bdi>
        </p>
        <VideoMeta video={video} className="block truncate text-xs text-muted" />
      </div>
    </article>
  )
})

export function RelatedSkeleton() {
  return (
    <div className="flex gap-3">
      <Skeleton className={`aspect-video rounded-card! ${pictureClass}`} />
      <div className="grid grow content-start gap-2 pt-1">
        <Skeleton className="h-3.5 w-11/12" />
        <Skeleton className="h-3.5 w-2/3" />
        <Skeleton className="mt-1 h-3 w-1/2" />
      </div>
    </div>
  )
}
