import type { Video } from '@vireo/contract'
import type { Ref } from 'react'
import { VideoCard } from './video-card.tsx'
import { VideoCardSkeleton } from './video-card-skeleton.tsx'

const gridClass =
  'mx-auto grid max-w-[150rem] gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3 min-[90rem]:grid-cols-4'

/** As many as the largest first row. */
const eagerCards = 4

type VideoGridProps = { videos: Video[]; label: string; ref?: Ref<HTMLUListElement> }

export function VideoGrid({ videos, label, ref }: VideoGridProps) {
  return (
    <ul ref={ref} aria-label={label} className={gridClass}>
      {videos.map((video, index) => (
        <li key={video._id} className="min-w-0">
          <VideoCard video={video} isEager={index < eagerCards} />
        </li>
      ))}
    </ul>
  )
}

export function VideoGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading videos" className={gridClass}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <VideoCardSkeleton key={index} />
      ))}
    </div>
  )
}
