import type { VideoSummary } from '@vireo/contract'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { PartErrorBoundary } from '../../../navigation/errors/route-error.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'
import { isPortrait, playerSizeClass } from '../../playback/player/engine/headless-player.ts'
import type { PlayerHandle } from '../../playback/player/state/player-types.ts'
import type { VideoDetail } from '../../publishing/videos/api.ts'
import type { useRelated } from './api.ts'
import { DetailsSkeleton, VideoDetails } from './details/video-details.tsx'
import { readTheatre, saveTheatre, wideQuery } from './early/layout.ts'
import { PlayerSlot } from './player/player-slot.tsx'
import { useUpNext } from './player/use-up-next.ts'
import { WatchPlayer } from './player/watch-player.tsx'
import { RelatedList } from './related-list.tsx'
import { commentsId, WatchLayout } from './watch-layout.tsx'

// Loaded after the first frame; if that fails, the video plays on.
const VideoComments = lazy(() => import('./video-comments.tsx').then((m) => ({ default: m.VideoComments })))

// Only where the comments are far below.
const CommentTeaser = lazyPart(() =>
  import('../../community/comments/comment-teaser.tsx').then((m) => m.CommentTeaser),
)

const Transcript = lazyPart(() => import('./transcript/transcript.tsx').then((m) => m.Transcript))

// Only needed when a playlist is being played.
const Queue = lazy(() =>
  import('../../library/playlists/queue/queue.tsx').then((m) => ({ default: m.Queue })),
)

type WatchPageProps = {
  videoId: string
  /** Undefined while it is loading. */
  video: VideoDetail | undefined
  /** What the player shows: the same video, or still the one before. */
  playing: VideoDetail | undefined
  related: ReturnType<typeof useRelated>
  onExpired: () => void
}

export function WatchPage({ videoId, video, playing, related, onExpired }: WatchPageProps) {
  const isWide = useMediaQuery(wideQuery)
  const [isTheatre, setIsTheatre] = useTheatre()
  const { queue, pathOf, ...upNext } = useQueue(related.data, video)
  const { isReady, markStarted } = useFirstFrame(video)
  const rest = useAfterPlayer(video)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((seconds: number) => player.current?.seekTo(seconds), [])
  const getTime = useCallback(() => player.current?.getTime() ?? 0, [])
  const [transcriptOf, setTranscriptOf] = useState<string>()
  const hasTranscript = rest !== undefined && rest._id === transcriptOf && rest.captions.length > 0
  const isTall = playing !== undefined && isPortrait(playing)

  return (
    <WatchLayout
      isWide={isWide}
      isTheatre={isWide && isTheatre}
      isPortrait={isTall}
      player={
        playing ? (
          <PlayerSlot
            Player={WatchPlayer}
            path={pathOf(playing)}
            props={{
              ...upNext,
              video: playing,
              isLeaving: !video,
              isTheatre: isWide && isTheatre,
              onTheatreChange: isWide ? setIsTheatre : undefined,
              onStarted: markStarted,
              onExpired,
              seekRef: player,
            }}
          />
        ) : (
          <Skeleton className={cn('rounded-none', playerSizeClass(isWide && isTheatre, isTall))} />
        )
      }
      details={
        rest ? (
          <VideoDetails
            video={rest}
            onSeek={seek}
            getTime={getTime}
            hasTranscript={hasTranscript}
            onTranscript={() =>
              whenLoaded(Transcript, () => setTranscriptOf(hasTranscript ? undefined : rest._id))
            }
          />
        ) : (
          <DetailsSkeleton />
        )
      }
      teaser={!isWide && rest && <VideoTeaser video={rest} isReady={isReady} />}
      transcript={
        hasTranscript && (
          <Transcript
            key={rest._id}
            captions={rest.captions}
            media={player.current?.media}
            onSeek={seek}
            onClose={() => setTranscriptOf(undefined)}
          />
        )
      }
      queue={rest && queue(rest)}
      // In one column the list is below the details and would move with them, so it waits for them.
      related={(isWide || rest) && <RelatedList key={videoId} related={related} isShort={!isWide} />}
      comments={
        rest && (
          <PartErrorBoundary>
            <Suspense>
              <VideoComments key={rest._id} video={rest} isReady={isReady} onSeek={seek} />
            </Suspense>
          </PartErrorBoundary>
        )
      }
    />
  )
}

function VideoTeaser({ video, isReady }: { video: VideoDetail; isReady: boolean }) {
  return (
    <CommentTeaser
      subject={{ kind: 'video', id: video._id, creatorId: video.owner._id }}
      count={video.commentsCount}
      isReady={isReady}
      onOpen={openComments}
      fallback={<Skeleton className="h-[4.6875rem] rounded-card" />}
    />
  )
}

function openComments() {
  const heading = document.querySelector<HTMLElement>(`#${commentsId} h2`)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

/** Whether the player is as wide as the page; remembered for the next video. */
function useTheatre() {
  const [isTheatre, setIsTheatre] = useState(readTheatre)
  const changeTheatre = (isOn: boolean) => {
    setIsTheatre(isOn)
    saveTheatre(isOn)
  }
  return [isTheatre, changeTheatre] as const
}

/** The player is rendered first, then the rest of the page. Changes to the same video, such as a like, do not wait. */
function useAfterPlayer(video: VideoDetail | undefined) {
  const deferred = useDeferredValue(video, undefined)
  return video && video._id === deferred?._id ? video : deferred
}

/** If nothing plays by then, the rest of the page stops waiting. */
const firstFrameWaitMs = 1500

/** What the first frame does not need is requested after it, so that the connection is free for the video. */
function useFirstFrame(video: VideoDetail | undefined) {
  const [readyId, setReadyId] = useState<string>()
  const id = video?._id
  useEffect(() => {
    if (!id) return
    const timer = setTimeout(() => setReadyId(id), firstFrameWaitMs)
    return () => clearTimeout(timer)
  }, [id])
  return { isReady: readyId === id, markStarted: () => setReadyId(id) }
}

const queueSkeleton = (
  <div role="status" aria-busy="true" aria-label="Loading the list" className="mb-6">
    <Skeleton className="h-96 rounded-card lg:h-122" />
  </div>
)

/** What plays before and after: from the list in the address, if there is one with this video, else a related video. */
function useQueue(related: readonly VideoSummary[] | undefined, video: VideoDetail | undefined) {
  const [params] = useSearchParams()
  const list = params.get('list') ?? undefined
  const seed = params.get('shuffle') ?? undefined
  const { setQueued, ...upNext } = useUpNext(related, video?._id)
  const queue = ({ _id }: VideoDetail): ReactNode =>
    list && (
      <PartErrorBoundary>
        <Suspense fallback={queueSkeleton}>
          <Queue
            key={list}
            list={list}
            seed={seed}
            videoId={_id}
            loading={queueSkeleton}
            onChange={setQueued}
          />
        </Suspense>
      </PartErrorBoundary>
    )
  return { ...upNext, queue, pathOf: ({ _id }: VideoDetail) => paths.watch(_id, list, seed) }
}
