import { type Ref, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Player } from '../player/player.tsx'
import type { PlayerHandle } from '../player/player-types.ts'
import type { UpNext } from '../playlists/queue.tsx'
import type { VideoDetail } from '../videos/api.ts'
import { earlyPlayer, endEarlyVideo } from './early/early-video.ts'
import { useRecordWatching } from './use-record-watching.ts'

type WatchPlayerProps = {
  video: VideoDetail
  /** Another video is being loaded. */
  isLeaving: boolean
  next: UpNext | undefined
  isTheatre: boolean
  onTheatreChange: ((isTheatre: boolean) => void) | undefined
  onStarted: () => void
  onExpired: () => void
  seekRef: Ref<PlayerHandle>
}

/** The player, with its reports sent to the server. It stays mounted from one video to the next. */
export function WatchPlayer({ video, isLeaving, next, onStarted, ...props }: WatchPlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { onPlaying, onPosition, onView } = useRecordWatching(video)

  useEffect(endEarlyVideo, [])
  useEffect(() => {
    if (isLeaving) frame.current?.querySelector('video')?.pause()
  }, [isLeaving])

  return (
    <div ref={frame} className="relative">
      <Player
        video={video}
        headless={earlyPlayer(video._id)}
        autoPlay
        isTheatre={props.isTheatre}
        {...(props.onTheatreChange && { onTheatreChange: props.onTheatreChange })}
        onPlaying={() => {
          onPlaying()
          onStarted()
        }}
        onPosition={onPosition}
        onView={onView}
        onExpired={props.onExpired}
        next={
          next && {
            title: next.title,
            thumbnail: next.thumbnail,
            onPlay: () => void navigate(next.path),
          }
        }
        seekRef={props.seekRef}
      />
      {isLeaving && (
        <div className="absolute inset-0 z-10 grid place-items-center bg-black text-white md:rounded-card">
          <Spinner label="Loading video" />
        </div>
      )}
    </div>
  )
}
