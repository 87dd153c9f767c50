import type { VideoSummary } from '@vireo/contract'
import { Clapperboard } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { VideoCard, VideoCardSkeleton } from '../../library/video-cards/video-card.tsx'
import { videoListFailure } from '../../publishing/videos/api.ts'
import { FailedNotice } from '../../publishing/videos/processing/failed-notice.tsx'
import { useProfileId, useProfileVideos } from './api.ts'
import { ProfileEmpty } from './profile-empty.tsx'

const skeletons = 6
/** The number of cards in the widest first row. */
const eagerCards = 3
const gridClass = 'grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3'
const sizes = '(width < 640px) calc(100vw - 2rem), (width < 1024px) 45vw, 18rem'

/** Owners also see their private, unfinished and failed videos. */
export function ProfileVideos({ username }: { username: string }) {
  const { id, isOwn } = useProfileId(username)
  const videos = useProfileVideos(id)
  return (
    <PagedList
      list={videos}
      failure={videoListFailure}
      loading={
        <SkeletonList label="Loading videos" count={skeletons} className={gridClass}>
          <VideoCardSkeleton hasOwner={false} />
        </SkeletonList>
      }
      empty={
        <ProfileEmpty
          icon={<Clapperboard />}
          kind="videos"
          isOwn={isOwn}
          firstStep={<Link to={paths.uploadVideo()}>Upload a video</Link>}
        />
      }
    >
      {(list, ref) => <Grid ref={ref} videos={list} isOwn={isOwn} />}
    </PagedList>
  )
}

type GridProps = { videos: VideoSummary[]; isOwn: boolean; ref: Ref<HTMLUListElement> }

function Grid({ videos, isOwn, ref }: GridProps) {
  return (
    <ul ref={ref} aria-label="Videos" className={gridClass}>
      {videos.map((video, index) => (
        <li key={video._id} className="grid min-w-0 content-start gap-3">
          <VideoCard video={video} sizes={sizes} isEager={index < eagerCards} hasOwner={false} />
          {isOwn && video.status === 'failed' && <FailedNotice video={video} />}
        </li>
      ))}
    </ul>
  )
}
