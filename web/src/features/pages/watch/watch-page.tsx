import { type RefObject, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { cn } from '../../../lib/cn.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
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
import { LazyOwnQueue, LazyPlayQueue, useListInAddress } from './queues/lazy-queues.tsx'
import { RelatedList } from './related-list.tsx'
import { VideoComments, VideoTeaser } from './video-comments.tsx'
import { WatchLayout } from './watch-layout.tsx'

const Transcript = lazyPart(() => import('./transcript/transcript.tsx').then((m) => m.Transcript))

type WatchPageProps = {
  videoId: string
  /** Undefined while it is loading. */
  video: VideoDetail | undefined
  /** The video in the player: the same, or still the previous one. */
  playing: VideoDetail | undefined
  related: ReturnType<typeof useRelated>
  onExpired: () => void
}

export function WatchPage({ videoId, video, playing, related, onExpired }: WatchPageProps) {
  const { isWide, isTheatre, onTheatreChange } = useTheatre()
  const { list, seed, pathOf } = useListInAddress()
  const { setInQueue, setInList, ...upNext } = useUpNext(related.data, video?._id)
  const { isReady, markStarted } = useFirstFrame(video)
  const rest = useAfterPlayer(video)
  const { player, seek, getTime } = usePlayerHandle()
  const transcript = useTranscript(rest, player, seek)
  const isTall = playing !== undefined && isPortrait(playing)
  // It stays from one video to the next, and goes on while that is loading.
  const hasPlayer = useDeferredValue(playing !== undefined, false)
  const ownQueue = hasPlayer && (
    <LazyOwnQueue videoId={videoId} pathOf={pathOf} isWide={isWide} onChange={setInQueue} />
  )

  return (
    <WatchLayout
      isWide={isWide}
      isTheatre={isTheatre}
      isPortrait={isTall}
      player={
        playing ? (
          <PlayerSlot
            Player={WatchPlayer}
            path={pathOf(playing._id)}
            props={{
              ...upNext,
              video: playing,
              isLeaving: !video,
              isTheatre,
              onTheatreChange,
              onStarted: markStarted,
              onExpired,
              seekRef: player,
            }}
          />
        ) : (
          <Skeleton className={cn('rounded-none', playerSizeClass(isTheatre, isTall))} />
        )
      }
      queueBar={!isWide && ownQueue}
      details={
        rest ? (
          <VideoDetails
            video={rest}
            onSeek={seek}
            getTime={getTime}
            hasTranscript={transcript.isOpen}
            onTranscript={transcript.toggle}
          />
        ) : (
          <DetailsSkeleton />
        )
      }
      teaser={!isWide && rest && <VideoTeaser video={rest} isReady={isReady} />}
      transcript={transcript.element}
      playQueue={
        <>
          {isWide && ownQueue}
          {rest && list && <LazyPlayQueue list={list} seed={seed} videoId={rest._id} onChange={setInList} />}
        </>
      }
      // In one column the list is below the details and would move with them, so it waits for them.
      related={(isWide || rest) && <RelatedList key={videoId} related={related} isShort={!isWide} />}
      comments={rest && <VideoComments video={rest} isReady={isReady} onSeek={seek} />}
    />
  )
}

/** Whether the player is as wide as the page; remembered for the next video. Only in two columns. */
function useTheatre() {
  const isWide = useMediaQuery(wideQuery)
  const [isChosen, setIsChosen] = useState(readTheatre)
  const changeTheatre = (isOn: boolean) => {
    setIsChosen(isOn)
    saveTheatre(isOn)
  }
  return { isWide, isTheatre: isWide && isChosen, onTheatreChange: isWide ? changeTheatre : undefined }
}

/** The player that is rendered elsewhere, for the parts of this page that read its time or seek. */
function usePlayerHandle() {
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((seconds: number) => player.current?.seekTo(seconds), [])
  const getTime = useCallback(() => player.current?.getTime() ?? 0, [])
  return { player, seek, getTime }
}

/** The transcript of this video, if it is open. */
function useTranscript(
  video: VideoDetail | undefined,
  player: RefObject<PlayerHandle | null>,
  seek: (seconds: number) => void,
) {
  const [openedId, setOpenedId] = useState<string>()
  const isOpen = video !== undefined && video._id === openedId && video.captions.length > 0
  const toggle = () => whenLoaded(Transcript, () => setOpenedId(isOpen ? undefined : video?._id))
  const element = isOpen && (
    <Transcript
      key={video._id}
      captions={video.captions}
      media={player.current?.media}
      onSeek={seek}
      onClose={() => setOpenedId(undefined)}
    />
  )
  return { isOpen, toggle, element }
}

/** The player is rendered first, then the rest of the page. Changes to the same video, such as a like, do not wait. */
function useAfterPlayer(video: VideoDetail | undefined) {
  const deferred = useDeferredValue(video, undefined)
  return video && video._id === deferred?._id ? video : deferred
}

/** If nothing plays by then, the rest of the page stops waiting. */
const firstFrameWaitMs = 1500

/** Delays other requests until the first frame, so that the connection is free for the video. */
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
