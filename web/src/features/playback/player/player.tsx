import './player.css'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { createPlayer, type PlayerParts } from './create-player.ts'
import { type HeadlessPlayer, isPortrait, playerClass } from './engine/headless-player.ts'
import { startPosition } from './engine/start-position.ts'
import { PlayerOverlay } from './overlays/player-overlay.tsx'
import { Poster } from './overlays/poster.tsx'
import { usePlaybackEvents } from './playback-events/use-playback-events.ts'
import type { Reports } from './playback-events/watch-playing.ts'
import { PlayerContext } from './state/player-context.ts'
import type { NextVideo, OverlayParts, PlayableVideo, PlayerHandle } from './state/player-types.ts'

// Loaded on demand: not needed for the first frame, or rare.
const MediaSession = lazyPart(() => import('./playback-events/media-session.ts').then((m) => m.MediaSession))
const NotPlayable = lazyPart(() => import('./overlays/not-playable.tsx').then((m) => m.NotPlayable))

export type PlayerProps = Reports & {
  video: PlayableVideo
  /** A player that is playing the video already, to be taken over. */
  headless?: HeadlessPlayer | undefined
  isTheatre?: boolean
  /** Without it there is no theatre button. */
  onTheatreChange?: ((isTheatre: boolean) => void) | undefined
  /** The video's addresses have expired. Fetch it again: the player continues when `video` changes. */
  onExpired: () => void
  next?: NextVideo | undefined
  previous?: NextVideo | undefined
  /** Instead of the controls, in a player that is too small for them. */
  overlay?: (parts: OverlayParts) => ReactNode
  seekRef?: Ref<PlayerHandle>
}

/**
 * Plays a video. Keep it mounted from one video to the next: browsers allow the same element to play on with sound,
 * and it stays in full screen.
 */
export function Player({ video, isTheatre = false, ...props }: PlayerProps) {
  const { onTheatreChange, onExpired, next, previous, overlay, seekRef } = props
  const [player] = useState(() => createPlayer(props.headless))
  const root = useRef<HTMLElement>(null)
  const [startedId, setStartedId] = useState<string>()
  const hasStarted = startedId === video._id
  // The video starts to load before its controls are rendered.
  const hasOverlay = useDeferredValue(true, false)
  const isSmall = overlay !== undefined

  useLayoutEffect(() => {
    if (root.current) return player.mount(root.current)
  }, [player])
  usePlaybackEvents(player, video, {
    ...props,
    onPlaying: () => {
      setStartedId(video._id)
      props.onPlaying?.()
    },
  })
  // In the corner, the address is that of another page.
  useLoad(player, video, isSmall ? '' : window.location.search, onExpired)
  useCaptions(player, video.captions)
  useSeekHandle(player, root, seekRef)

  return (
    <PlayerContext value={player}>
      <section
        ref={root}
        aria-label="Video player"
        // A click focuses it, so that the up and down keys change the volume.
        tabIndex={-1}
        // When small, fills its place as in theatre mode.
        className={playerClass(isTheatre || isSmall, isPortrait(video) && !isSmall)}
      >
        <CaptionTracks media={player.media} captions={video.captions} />
        <Poster thumbnail={video.thumbnail} placeholder={video.placeholder} isShown={!hasStarted} />
        {video.isPlayable && hasOverlay && (
          <>
            {overlay ? (
              overlay({ video, root, next, previous })
            ) : (
              <PlayerOverlay
                video={video}
                root={root}
                hasStarted={hasStarted}
                next={next}
                previous={previous}
                isTheatre={isTheatre}
                onTheatreChange={onTheatreChange}
              />
            )}
            <MediaSession video={video} next={next} previous={previous} />
          </>
        )}
        {!video.isPlayable && <NotPlayable status={video.status} progress={video.progress} />}
      </section>
    </PlayerContext>
  )
}

type CaptionTracksProps = { media: HTMLVideoElement; captions: PlayableVideo['captions'] }

/** React does not own the <video>, so a portal renders its tracks into it. */
function CaptionTracks({ media, captions }: CaptionTracksProps) {
  return createPortal(
    captions.map(({ url, label, language }) => (
      <track key={url} kind="captions" src={url} label={label} srcLang={language} />
    )),
    media,
  )
}

/** Plays a video as soon as it is playable. New addresses of the same video are used from the next start on. */
function useLoad(
  { media, playback }: PlayerParts,
  video: PlayableVideo,
  search: string,
  onExpired: () => void,
) {
  const { _id: id, isPlayable, hls, videofile: file } = video
  const expire = useEffectEvent(onExpired)
  const load = useEffectEvent(() => {
    playback.load({
      source: { hls, file },
      startAt: startPosition({ ...video, search }),
      shouldPlay: true,
      onExpired: () => expire(),
    })
  })

  // Before the paint, so that the first request does not wait for the rest of the page to be drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video is another load
  useLayoutEffect(() => {
    if (!isPlayable) return
    load()
    return () => {
      playback.stop()
      media.loop = false
    }
  }, [playback, media, id, isPlayable])

  useLayoutEffect(() => playback.update({ hls, file }), [playback, hls, file])
}

/** Each video starts with the captions that were chosen for an earlier one. */
function useCaptions({ media, actions }: PlayerParts, captions: PlayableVideo['captions']) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other captions are other tracks
  useLayoutEffect(() => actions.restoreCaptions(), [actions, captions])

  useEffect(() => {
    const { textTracks: tracks } = media
    tracks.addEventListener('change', actions.settleCaptions)
    return () => tracks.removeEventListener('change', actions.settleCaptions)
  }, [media, actions])
}

function useSeekHandle(
  { actions, media }: PlayerParts,
  root: RefObject<HTMLElement | null>,
  ref: Ref<PlayerHandle> | undefined,
) {
  useImperativeHandle(
    ref,
    () => ({
      seekTo(seconds) {
        root.current?.scrollIntoView({ block: 'nearest' })
        actions.seekTo(seconds)
        actions.play()
      },
      getTime: () => media.currentTime,
      media,
    }),
    [actions, media, root],
  )
}
