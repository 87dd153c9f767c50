import './player.css'
import { type Ref, useDeferredValue, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createPlayer } from './create-player.ts'
import type { Screen } from './engine/screen.ts'
import { useCaptions } from './hooks/use-captions.ts'
import { useLoad } from './hooks/use-load.ts'
import { useMediaSession } from './hooks/use-media-session.ts'
import { useReports } from './hooks/use-reports.ts'
import { NotPlayable } from './overlays/not-playable.tsx'
import { Poster } from './overlays/poster.tsx'
import { playerClass } from './player-class.ts'
import { PlayerContext } from './player-context.ts'
import type { NextVideo, PlayableVideo, PlayerHandle } from './player-types.ts'
import { Stage } from './stage.tsx'
import type { Reports } from './watch-playing.ts'

export type PlayerProps = Reports & {
  video: PlayableVideo
  /** One that plays the video already. */
  screen?: Screen | undefined
  autoPlay?: boolean
  isTheatre?: boolean
  /** Without it there is no theatre button. */
  onTheatreChange?: (isTheatre: boolean) => void
  /** The addresses ran out: fetch the video anew, the player goes on when `video` changes. */
  onExpired?: () => void
  next?: NextVideo | undefined
  seekRef?: Ref<PlayerHandle>
}

/**
 * Plays a video. Keep it mounted from one video to the next: the element has then been allowed to play with
 * sound, and full screen goes on.
 */
export function Player({ video, autoPlay = false, isTheatre = false, ...props }: PlayerProps) {
  const { onTheatreChange, onExpired, next, seekRef } = props
  const [player] = useState(() => createPlayer(props.screen))
  const root = useRef<HTMLElement>(null)
  const [startedId, setStartedId] = useState<string>()
  const hasStarted = startedId === video._id
  // The picture first: it begins to load before its controls are made.
  const isDressed = useDeferredValue(true, false)

  useLayoutEffect(() => {
    if (root.current) return player.mount(root.current)
  }, [player])
  useReports(player, video, {
    ...props,
    onPlaying: () => {
      setStartedId(video._id)
      props.onPlaying?.()
    },
  })
  useLoad(player, video, { autoPlay, onExpired })
  useCaptions(player, video.captions)
  useMediaSession(player, video, next)
  useImperativeHandle(
    seekRef,
    () => ({
      seekTo(seconds) {
        player.actions.seekTo(seconds)
        player.actions.play()
      },
    }),
    [player],
  )

  return (
    <PlayerContext value={player}>
      <section
        ref={root}
        aria-label="Video player"
        // Takes the focus of a click, so that up and down then mean the volume.
        tabIndex={-1}
        className={playerClass(isTheatre)}
      >
        {createPortal(
          video.captions.map(({ url, label, language }) => (
            <track key={url} kind="captions" src={url} label={label} srcLang={language} />
          )),
          player.media,
        )}
        <Poster thumbnail={video.thumbnail} placeholder={video.placeholder} isShown={!hasStarted} />
        {video.isPlayable && isDressed && (
          <Stage
            video={video}
            root={root}
            hasStarted={hasStarted}
            next={next}
            isTheatre={isTheatre}
            onTheatreChange={onTheatreChange}
          />
        )}
        {!video.isPlayable && <NotPlayable status={video.status} progress={video.progress} />}
      </section>
    </PlayerContext>
  )
}
