import { lazy, Suspense, useCallback, useDeferredValue, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { RouteErrorBoundary } from '../../app/route-error.tsx'
import { useHeadingFocus } from '../../app/use-heading-focus.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PlayerHandle } from '../player/player-types.ts'
import type { UpNext } from '../playlists/queue.tsx'
import type { VideoDetail } from '../videos/api.ts'
import type { useRelated } from './api.ts'
import { wideQuery } from './layout-class.ts'
import { RelatedList } from './related-list.tsx'
import { useFirstFrame } from './use-first-frame.ts'
import { useNextVideo } from './use-next-video.ts'
import { useTheatre } from './use-theatre.ts'
import { VideoDetails } from './video-details.tsx'
import { WatchLayout } from './watch-layout.tsx'
import { WatchPlayer } from './watch-player.tsx'
import { DetailsSkeleton } from './watch-skeleton.tsx'

// They come after the first frame, and so does their code; the player plays on if it does not come.
const VideoComments = lazy(() => import('./video-comments.tsx').then((m) => ({ default: m.VideoComments })))

// Only where a list is played.
const Queue = lazy(() => import('../playlists/queue.tsx').then((m) => ({ default: m.Queue })))

const queueSkeleton = (
  <div role="status" aria-busy="true" aria-label="Loading the list" className="mb-6">
    <Skeleton className="h-96 rounded-card! lg:h-122" />
  </div>
)

type WatchPageProps = {
  /** Undefined while it is loading. */
  video: VideoDetail | undefined
  /** What the player shows: the same, or still the one before. */
  playing: VideoDetail | undefined
  related: ReturnType<typeof useRelated>
  onExpired: () => void
}

export function WatchPage({ video, playing, related, onExpired }: WatchPageProps) {
  const isWide = useMediaQuery(wideQuery)
  const [isTheatre, setIsTheatre] = useTheatre()
  const [params] = useSearchParams()
  const list = params.get('list')
  // Undefined without a list that has this video; at the end of one, nothing is next.
  const [queued, setQueued] = useState<{ next: UpNext | undefined }>()
  const nextRelated = useNextVideo(related.data, video?._id)
  const next = queued ? queued.next : nextRelated
  const { isReady, markStarted } = useFirstFrame(video)
  // The player first, then all the rest of the page. Changes of the same video, such as a like, are drawn at once.
  const deferred = useDeferredValue(video, undefined)
  const rest = video && video._id === deferred?._id ? video : deferred
  const heading = useHeadingFocus(rest?._id)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((seconds: number) => {
    window.scrollTo(0, 0)
    player.current?.seekTo(seconds)
  }, [])

  return (
    <WatchLayout
      isWide={isWide}
      isTheatre={isWide && isTheatre}
      player={
        playing ? (
          <WatchPlayer
            video={playing}
            isLeaving={!video}
            next={next}
            isTheatre={isWide && isTheatre}
            onTheatreChange={isWide ? setIsTheatre : undefined}
            onStarted={markStarted}
            onExpired={onExpired}
            seekRef={player}
          />
        ) : (
          <Skeleton className="aspect-video rounded-none! md:rounded-card!" />
        )
      }
      details={rest ? <VideoDetails video={rest} onSeek={seek} headingRef={heading} /> : <DetailsSkeleton />}
      queue={
        list &&
        rest && (
          <RouteErrorBoundary>
            <Suspense fallback={queueSkeleton}>
              <Queue
                key={list}
                list={list}
                seed={params.get('shuffle') ?? undefined}
                videoId={rest._id}
                loading={queueSkeleton}
                onChange={setQueued}
              />
            </Suspense>
          </RouteErrorBoundary>
        )
      }
      // In one column it stands under the details and would move with them: it waits for them.
      related={(isWide || rest) && <RelatedList key={rest?._id} related={related} isShort={!isWide} />}
      comments={
        rest && (
          <RouteErrorBoundary>
            <Suspense>
              <VideoComments key={rest._id} video={rest} isReady={isReady} onSeek={seek} />
            </Suspense>
          </RouteErrorBoundary>
        )
      }
    />
  )
}
