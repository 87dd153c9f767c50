import type { VideoSummary } from '@vireo/contract'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { VideoGrid, VideoGridSkeleton } from '../../library/video-cards/video-grid.tsx'
import { videoListFailure, videoListQuery } from '../../publishing/videos/api.ts'
import { EmptyFeed } from './empty-feed.tsx'

const skeletons = 8
const refetchEveryMs = 5000
/** A site with fewer videos is new: its feed is refetched, so that videos appear as they become playable. */
const newSiteLimit = 12

export const videoFeedQuery = videoListQuery()
const refetchAfter = (videos: VideoSummary[]) => (videos.length < newSiteLimit ? refetchEveryMs : false)

/** The newest videos; loads more on scroll. */
export function VideoFeed() {
  const feed = useLongList(videoFeedQuery, { refetchAfter })
  return (
    <PagedList
      list={feed}
      failure={videoListFailure}
      loading={<VideoGridSkeleton count={skeletons} />}
      empty={
        <EmptyFeed text="No videos yet." firstStep={<Link to={paths.uploadVideo()}>Upload a video</Link>} />
      }
    >
      {(videos, ref) => <VideoGrid ref={ref} videos={videos} label="Videos" />}
    </PagedList>
  )
}
