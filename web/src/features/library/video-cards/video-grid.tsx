import { firstRowMedia, type VideoSummary } from '@vireo/contract'
import type { Ref } from 'react'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { VideoCard, VideoCardSkeleton } from './video-card.tsx'

export const gridClass =
  'mx-auto grid w-full max-w-[150rem] gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3 min-[90rem]:grid-cols-4'

type VideoGridProps = { videos: VideoSummary[]; label: string; ref?: Ref<HTMLUListElement> }

export function VideoGrid({ videos, label, ref }: VideoGridProps) {
  return (
    <ul ref={ref} aria-label={label} className={gridClass}>
      {videos.map((video, index) => (
        <li key={video._id} className="min-w-0">
          <VideoCard video={video} isEager={index < firstRowMedia.length} />
        </li>
      ))}
    </ul>
  )
}

export function VideoGridSkeleton({ count }: { count: number }) {
  return (
    <SkeletonList label="Loading videos" count={count} className={gridClass}>
      <VideoCardSkeleton />
    </SkeletonList>
  )
}
