import { useEffect, useLayoutEffect } from 'react'
import type { PlayerParts } from '../create-player.ts'
import type { PlayableVideo } from '../player-types.ts'

/** Each video starts with the captions that were chosen for an earlier one. */
export function useCaptions({ media, actions }: PlayerParts, captions: PlayableVideo['captions']) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other captions are other tracks
  useLayoutEffect(() => actions.restoreCaptions(), [actions, captions])

  useEffect(() => {
    const { textTracks: tracks } = media
    tracks.addEventListener('change', actions.settleCaptions)
    return () => tracks.removeEventListener('change', actions.settleCaptions)
  }, [media, actions])
}
