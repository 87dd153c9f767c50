import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { listFailure } from '../videos/api.ts'
import { VideoGrid, VideoGridSkeleton } from '../videos/video-grid.tsx'
import { EmptyFeed } from './empty-feed.tsx'
import { useFeed } from './use-feed.ts'

const skeletons = 8

/** The newest videos, more of them as one scrolls. */
export function VideoFeed() {
  const feed = useFeed()
  return (
    <PagedList
      list={feed}
      failure={listFailure}
      loading={<VideoGridSkeleton count={skeletons} />}
      empty={
        <EmptyFeed text="No videos yet." firstStep={<Link to={paths.uploadVideo()}>Upload a video</Link>} />
      }
    >
      {(videos, ref) => <VideoGrid ref={ref} videos={videos} label="Videos" />}
    </PagedList>
  )
}
