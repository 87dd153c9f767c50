import type { VideoSummary } from '@vireo/contract'
import { memo, useState } from 'react'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { formatDuration } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { VideoMenuButton } from '../../library/video-cards/video-menu-button.tsx'
import { VideoMeta } from '../../publishing/videos/video-meta.tsx'
import { TimeBadge, VideoThumbnail } from '../../publishing/videos/video-thumbnail.tsx'
import { VideoTitle } from '../../publishing/videos/video-title.tsx'
import type { useRelated } from './api.ts'

const skeletons = 5
const failure = 'Failed to fetch related videos'

type RelatedListProps = {
  related: ReturnType<typeof useRelated>
  /** Short at first, because in one column the comments come after it. */
  isShort: boolean
}

export function RelatedList({ related, isShort }: RelatedListProps) {
  const { data: videos, isError, isFetching, refetch } = related
  const { isRetrying, retry } = useRetry(refetch)
  const [isOpened, setIsOpened] = useState(false)

  if (!videos && (isError || isRetrying))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isFetching} className="py-8" />
  if (!videos) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading related videos" className="grid gap-3">
        {Array.from({ length: skeletons }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <RelatedSkeleton key={index} />
        ))}
      </div>
    )
  }
  if (videos.length === 0) return <p className="text-muted">No other videos yet.</p>
  const isCut = isShort && !isOpened && videos.length > skeletons
  return (
    <>
      <ul className="grid gap-3">
        {(isCut ? videos.slice(0, skeletons) : videos).map((video) => (
          <li key={video._id}>
            <RelatedItem video={video} />
          </li>
        ))}
      </ul>
      {isCut && (
        <Button className="mt-3 w-full rounded-full" onClick={() => setIsOpened(true)}>
          Show more
        </Button>
      )}
    </>
  )
}

const pictureClass = 'w-40 shrink-0 max-[359px]:w-32'
const menuClass = 'relative z-10 -my-2.5 -mr-3 -ml-1 size-11 shrink-0 text-muted pointer-fine:size-9'

/** The whole row is one link, except its menu. */
const RelatedItem = memo(function RelatedItem({ video }: { video: VideoSummary }) {
  return (
    <article className="group relative flex gap-3 rounded-card">
      <VideoThumbnail video={video} sizes="160px" className={pictureClass}>
        <TimeBadge text={formatDuration(video.duration)} />
      </VideoThumbnail>
      <div className="min-w-0 grow">
        <div className="flex">
          <VideoTitle video={video} className="grow text-sm" />
          <VideoMenuButton video={video} className={menuClass} />
        </div>
        <p className="mt-1 truncate text-xs text-muted">
          <bdi>{video.owner.fullname}</bdi>
        </p>
        <VideoMeta video={video} className="block truncate text-xs text-muted" />
      </div>
    </article>
  )
})

function RelatedSkeleton() {
  return (
    <div className="flex gap-3">
      <Skeleton className={`aspect-video rounded-card ${pictureClass}`} />
      <div className="grid grow content-start gap-2 pt-1">
        <Skeleton className="h-3.5 w-11/12" />
        <Skeleton className="h-3.5 w-2/3" />
        <Skeleton className="mt-1 h-3 w-1/2" />
      </div>
    </div>
  )
}
