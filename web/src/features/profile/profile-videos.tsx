import type { Video } from '@vireo/contract'
import { Clapperboard } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { listFailure } from '../videos/api.ts'
import { FailedNotice } from '../videos/failed-notice.tsx'
import { VideoCard } from '../videos/video-card.tsx'
import { VideoCardSkeleton } from '../videos/video-card-skeleton.tsx'
import { useProfileId, useProfileVideos } from './api.ts'
import { ProfileEmpty } from './profile-empty.tsx'

const skeletons = 6
/** As many as the largest first row. */
const eagerCards = 3
const gridClass = 'grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3'
const sizes = '(width < 640px) calc(100vw - 2rem), (width < 1024px) 45vw, 18rem'

/** The owner also sees what others do not: hidden, unfinished and failed ones. */
export function ProfileVideos({ username }: { username: string }) {
  const { id, isOwn } = useProfileId(username)
  const videos = useProfileVideos(id)
  return (
    <PagedList
      list={videos}
      failure={listFailure}
      loading={<GridSkeleton />}
      empty={
        <ProfileEmpty
          icon={<Clapperboard />}
          what="videos"
          isOwn={isOwn}
          firstStep={<Link to={paths.uploadVideo()}>Upload a video</Link>}
        />
      }
    >
      {(list, ref) => <Grid ref={ref} videos={list} isOwn={isOwn} />}
    </PagedList>
  )
}

type GridProps = { videos: Video[]; isOwn: boolean; ref: Ref<HTMLUListElement> }

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

function GridSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading videos" className={gridClass}>
      {Array.from({ length: skeletons }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <VideoCardSkeleton key={index} hasOwner={false} />
      ))}
    </div>
  )
}
