import './mini-player.css'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { isNotFound } from '../../../../lib/api-client.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { usePlayQueue } from '../../../library/playlists/play-queue/use-play-queue.ts'
import type { Neighbours } from '../../../library/up-next/neighbours.ts'
import { type VideoDetail, videoQuery } from '../../../publishing/videos/api.ts'
import { fetchFailure, useRelated, useWatchedVideo } from '../api.ts'
import type { PlayerContent } from '../player/create-player-host.ts'
import { usePlayerHost } from '../player/player-host.tsx'
import { PlayerSlot } from '../player/player-slot.tsx'
import { useUpNext } from '../player/use-up-next.ts'
import { MiniControls } from './mini-controls.tsx'
import { useCorner } from './use-corner.ts'
import { useMiniQueue } from './use-mini-queue.tsx'

/** Continues a video in a corner after its page was left, and plays the videos that follow it. */
export function MiniPlayer({ left }: { left: PlayerContent }) {
  const { end } = usePlayerHost()
  const frame = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const [path, setPath] = useState(left.path)
  const { videoId, list, seed } = readPath(path)
  const { playing, video, error, refetch } = useCurrentVideo(videoId, left.props.video)
  const { next, previous, setInQueue, setInList } = useUpNext(useRelated(videoId).data, videoId)
  const { queueButton, isQueueOpen, skip } = useMiniQueue(
    { videoId, pathOf: (id) => paths.watch(id, list, seed), onChange: setInQueue },
    frame,
    setPath,
  )
  const { corner, moveTo } = useCorner(frame)
  const isPip = usePictureInPicture()

  const close = () => {
    if (frame.current?.contains(document.activeElement)) document.querySelector('main')?.focus()
    end()
  }
  useEscape(frame, close)
  useWhenUnavailable(videoId, {
    isGone: isNotFound(error) || video?.isPlayable === false,
    isFailed: !video && error !== null,
    onGone: () => skip() || close(),
    onFailed: close,
  })

  return (
    // Without a width, so that the left corners are beside the sidebar.
    <div className="w-0">
      <section
        ref={frame}
        aria-label="Mini-player"
        data-corner={`${corner.row} ${corner.column}`}
        // In picture-in-picture.
        data-away={isPip || undefined}
        className="mini-player animate-pop-in overflow-hidden rounded-card bg-surface shadow-float"
      >
        <PlayerSlot
          isMini
          Player={left.Player}
          path={path}
          props={{
            video: playing,
            isLeaving: !video,
            next,
            previous,
            onOpen: setPath,
            onEnded: () => !next && close(),
            onExpired: () => void refetch(),
            overlay: (parts) => (
              <MiniControls
                {...parts}
                isLoading={!video}
                corner={corner}
                queueButton={queueButton}
                isHeld={isQueueOpen}
                onMove={moveTo}
                onExpand={() => void navigate(path)}
                onClose={close}
              />
            ),
          }}
        />
        <MiniTitle path={path} video={playing} />
      </section>
      {list && <HiddenPlayQueue key={list} place={{ list, seed, videoId }} onChange={setInList} />}
    </div>
  )
}

function MiniTitle({ path, video }: { path: string; video: VideoDetail }) {
  return (
    <Link to={path} className="mini-title rounded-control px-3 py-2 focus-visible:-outline-offset-2">
      <span dir="auto" className="block truncate font-medium">
        {video.title}
      </span>
      <bdi className="block truncate text-xs text-muted">{video.owner.fullname}</bdi>
    </Link>
  )
}

/** The parts of a watch page's address. */
function readPath(path: string) {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  return {
    videoId: pathname.split('/').at(-1) ?? '',
    list: searchParams.get('list') ?? undefined,
    seed: searchParams.get('shuffle') ?? undefined,
  }
}

type HiddenPlayQueueProps = {
  place: { list: string; seed: string | undefined; videoId: string }
  onChange: (neighbours: Neighbours | undefined) => void
}

/** Follows the playing list, which is not shown here. */
function HiddenPlayQueue({ place, onChange }: HiddenPlayQueueProps) {
  usePlayQueue(place, onChange)
  return null
}

/** As on the watch page, the previous video stays in the player (`playing`) until the next is loaded. */
function useCurrentVideo(id: string, left: VideoDetail) {
  const { data: video, error, refetch } = useWatchedVideo(id)
  const [playing, setPlaying] = useState(left)
  if (video && video !== playing) setPlaying(video)
  useRefetchWhenChanged(id, refetch)
  return { playing, video, error, refetch }
}

/** Refetches a video that was changed or deleted here. The watch page need not, because it is left then. */
function useRefetchWhenChanged(id: string, refetch: ReturnType<typeof useWatchedVideo>['refetch']) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const hash = hashKey(videoQuery(id).queryKey)
    return queryClient.getQueryCache().subscribe((event) => {
      const isInvalidated = event.type === 'updated' && event.action.type === 'invalidate'
      if (isInvalidated && event.query.queryHash === hash) void refetch({ cancelRefetch: false })
    })
  }, [queryClient, id, refetch])
}

type Unavailable = { isGone: boolean; isFailed: boolean; onGone: () => void; onFailed: () => void }

/** On a private or deleted video, or if the next one failed to load. */
function useWhenUnavailable(videoId: string, { isGone, isFailed, ...then }: Unavailable) {
  const leave = useEffectEvent(() => {
    if (isGone) return then.onGone()
    toastError(fetchFailure)
    then.onFailed()
  })
  const isOver = isGone || isFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: the video after a missing one can be missing too
  useEffect(() => {
    if (isOver) leave()
  }, [isOver, videoId])
}

function useEscape(frame: RefObject<HTMLElement | null>, onEscape: () => void) {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    const element = frame.current
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    element?.addEventListener('keydown', handleKey)
    return () => element?.removeEventListener('keydown', handleKey)
  }, [frame])
}

const pipEvents = ['enterpictureinpicture', 'leavepictureinpicture']

function watchPictureInPicture(listener: () => void) {
  for (const type of pipEvents) document.addEventListener(type, listener)
  return () => {
    for (const type of pipEvents) document.removeEventListener(type, listener)
  }
}

/** Whether the video is in picture-in-picture. */
const usePictureInPicture = () =>
  // Some browsers do not support it.
  useSyncExternalStore(watchPictureInPicture, () => Boolean(document.pictureInPictureElement))
