import { Play, ThumbsUp } from 'lucide-react'
import { Link } from 'react-router'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { formatExactCount } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { videoListFailure } from '../../publishing/videos/api.ts'
import { VideoGrid, VideoGridSkeleton } from '../video-cards/video-grid.tsx'
import { useLikedVideos } from './api.ts'

const skeletons = 8

export function LikedScreen() {
  usePageTitle('Liked videos')
  const liked = useLikedVideos()
  const { videos = [], total = 0, isTotalCapped = false } = liked.data ?? {}
  // People can like their own videos before they are playable.
  const first = videos.find(({ isPlayable }) => isPlayable)
  return (
    <div className="grid gap-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl">Liked videos</h1>
          {total > 0 && (
            <p className="text-muted tabular-nums">
              {formatExactCount(total)}
              {isTotalCapped && '+'} {total === 1 ? 'video' : 'videos'}
            </p>
          )}
        </div>
        {first && (
          <Button asChild variant="primary">
            <Link to={paths.watch(first._id, 'liked')}>
              <Play aria-hidden="true" />
              Play all
            </Link>
          </Button>
        )}
      </div>
      <PagedList
        list={{ ...liked, data: liked.data?.videos }}
        failure={videoListFailure}
        loading={<VideoGridSkeleton count={skeletons} />}
        empty={
          <EmptyState
            icon={<ThumbsUp />}
            text="You have not liked any video yet."
            action={
              <Button asChild variant="primary">
                <Link to={paths.home()}>Find something to watch</Link>
              </Button>
            }
          />
        }
      >
        {(list, ref) => <VideoGrid ref={ref} videos={list} label="Liked videos" />}
      </PagedList>
    </div>
  )
}
