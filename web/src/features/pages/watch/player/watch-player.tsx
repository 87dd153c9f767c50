import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { nowPlaying } from '../../../library/own-queue/queue-store.ts'
import type { UpNext } from '../../../library/up-next/neighbours.ts'
import { Player } from '../../../playback/player/player.tsx'
import { earlyPlayer, endEarlyVideo } from '../early/early-video.ts'
import type { WatchPlayerProps } from './create-player-host.ts'
import { usePlayerHost } from './player-host.tsx'
import { useRecordWatching } from './use-record-watching.ts'
import { useStayInView } from './use-stay-in-view.ts'

/** The player, with its reports sent to the server. It stays mounted from one video to the next. */
export function WatchPlayer({ video, isLeaving, onStarted, onOpen, ...props }: WatchPlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { prepare } = usePlayerHost()
  const { onPlaying, onReopened, onPosition, onView, onPlayed } = useRecordWatching(video)
  const open = onOpen ?? ((path: string) => void navigate(path))
  const toNeighbour = (neighbour: UpNext | undefined) =>
    neighbour && { ...neighbour, onPlay: () => open(neighbour.path) }
  const isMini = props.overlay !== undefined

  useStayInView(frame, !isMini)
  useEffect(endEarlyVideo, [])
  useEffect(() => {
    nowPlaying.set(video._id)
    return () => nowPlaying.set(undefined)
  }, [video._id])
  useEffect(() => {
    if (isLeaving) frame.current?.querySelector('video')?.pause()
  }, [isLeaving])
  // Updates the history for the page that follows.
  useEffect(() => {
    if (isMini) onPosition(frame.current?.querySelector('video')?.currentTime ?? 0)
    else onReopened()
  }, [isMini, onPosition, onReopened])

  return (
    <div ref={frame} className="relative">
      <Player
        {...props}
        video={video}
        headless={earlyPlayer(video._id)}
        onPlaying={() => {
          onPlaying()
          onStarted?.()
          prepare()
        }}
        onPosition={onPosition}
        onView={onView}
        onPlayed={onPlayed}
        next={toNeighbour(props.next)}
        previous={toNeighbour(props.previous)}
      />
      {isLeaving && !isMini && (
        <div className="absolute inset-0 z-10 grid place-items-center bg-black text-white md:rounded-card">
          <Spinner label="Loading video" />
        </div>
      )}
    </div>
  )
}
