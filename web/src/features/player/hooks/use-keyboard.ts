import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { PlayerParts } from '../create-player.ts'
import { actionOf, type PlayerAction } from '../keyboard.ts'
import { performAction } from '../perform-action.ts'
import { focusPlaceOf } from './focus-place.ts'

type Others = { wake: () => void; onTheatre: (() => void) | undefined; onNext: (() => void) | undefined }

/** The keys of the whole page that mean the player. */
export function useKeyboard(player: PlayerParts, root: RefObject<HTMLElement | null>, others: Others) {
  const perform = useEffectEvent((action: PlayerAction) => {
    others.wake()
    if (action.type === 'toggle-theatre') others.onTheatre?.()
    else if (action.type === 'play-next') others.onNext?.()
    else performAction(player, action)
  })

  // There as soon as the controls show.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const element = root.current
      if (!element || event.defaultPrevented) return
      const action = actionOf(event, focusPlaceOf(event.target, element))
      if (!action) return
      event.preventDefault()
      // A key that is held down seeks on, but switches only once.
      if (event.repeat && (action.type.startsWith('toggle') || action.type === 'play-next')) return
      perform(action)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [root])
}
