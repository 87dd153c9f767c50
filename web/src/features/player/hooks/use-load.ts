import { useEffectEvent, useLayoutEffect } from 'react'
import type { PlayerParts } from '../create-player.ts'
import type { PlayableVideo } from '../player-types.ts'
import { startPosition } from '../start-position.ts'

type Options = { autoPlay: boolean; onExpired: (() => void) | undefined }

/** Loads a video as soon as it can be played; later addresses of the same one wait for the next start. */
export function useLoad({ playback }: PlayerParts, video: PlayableVideo, { autoPlay, onExpired }: Options) {
  const { _id: id, isPlayable, hls, videofile: file } = video
  const expire = useEffectEvent(() => onExpired?.())
  const load = useEffectEvent(() => {
    playback.load({
      source: { hls, file },
      startAt: startPosition(video.resumeAt, video.duration),
      shouldPlay: autoPlay,
      onExpired: () => expire(),
    })
  })

  // Before the paint: the first request should not wait for the rest of the page to be drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video is another load
  useLayoutEffect(() => {
    if (!isPlayable) return
    load()
    return () => playback.stop()
  }, [playback, id, isPlayable])

  useLayoutEffect(() => playback.update({ hls, file }), [playback, hls, file])
}
