import { createContext, use, useSyncExternalStore } from 'react'
import { useStore } from '../../lib/use-store.ts'
import type { PlayerParts } from './create-player.ts'
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

export function usePlaybackState() {
  return useStore(usePlayer().playback.state)
}
