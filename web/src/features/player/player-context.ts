import { createContext, use, useSyncExternalStore } from 'react'
import type { PlayerParts } from './create-player.ts'
import { useCell } from './hooks/use-cell.ts'
import type { PlayerState } from './media-store.ts'

export const PlayerContext = createContext<PlayerParts | null>(null)

export function usePlayer(): PlayerParts {
  const player = use(PlayerContext)
  if (!player) throw new Error('Only inside a <Player>')
  return player
}

/** One plain value of the media state: objects would be new each time and render for nothing. */
export function useMedia<T extends string | number | boolean | undefined>(
  select: (state: PlayerState) => T,
): T {
  const { store } = usePlayer()
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}

export function usePlaybackState() {
  return useCell(usePlayer().playback.state)
}
