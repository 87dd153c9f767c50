import type { Chapter } from '@vireo/contract'
import { createContext, use, useSyncExternalStore } from 'react'
import { useStore } from '../../../../lib/store/use-store.ts'
import { chapterAt } from '../controls/seek/seek.ts'
import type { PlayerParts } from '../create-player.ts'
import type { PlayerState } from './media-store.ts'

export const PlayerContext = createContext<PlayerParts | null>(null)

export function usePlayer(): PlayerParts {
  const player = use(PlayerContext)
  if (!player) throw new Error('usePlayer needs a <Player> around it')
  return player
}

/** Selects one primitive value of the media state; a new object each time would render too often. */
export function useMedia<T extends string | number | boolean | undefined>(
  select: (state: PlayerState) => T,
): T {
  const { store } = usePlayer()
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}

/** The time as it is shown, in whole seconds. `stated` is the length that the server has. */
export function useElapsed(stated: number) {
  // A video of ten seconds often measures 9.99, and ends there.
  const length = useMedia((state) => Math.round(state.mediaDuration || stated))
  const elapsed = useMedia(({ mediaEnded, mediaCurrentTime = 0 }) =>
    mediaEnded ? length : Math.min(length, Math.floor(mediaCurrentTime)),
  )
  return { elapsed, length }
}

/** The title of the chapter that is playing. */
export function useChapterTitle(chapters: readonly Chapter[]) {
  return useMedia(({ mediaCurrentTime = 0 }) => chapterAt(chapters, mediaCurrentTime)?.title)
}

export function usePlaybackState() {
  return useStore(usePlayer().playback.state)
}
