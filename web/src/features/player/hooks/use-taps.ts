import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { PlayerParts } from '../create-player.ts'
import { createTapReader, sideOf } from '../taps.ts'

export type Leap = { side: 'left' | 'right'; seconds: number; id: number }

type Handlers = { onToggleControls: () => void; onLeap: (leap: Leap) => void }

/** Pointer on the picture: a mouse plays, pauses and fills the screen, a finger shows the controls and leaps. */
export function useTaps(
  { actions }: PlayerParts,
  surface: RefObject<HTMLElement | null>,
  handlers: Handlers,
) {
  const toggleControls = useEffectEvent(() => handlers.onToggleControls())
  const leap = useEffectEvent((next: Leap) => handlers.onLeap(next))

  // There as soon as the controls show.
  useLayoutEffect(() => {
    const element = surface.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    const readTap = createTapReader()
    let timer: ReturnType<typeof setTimeout> | undefined

    const handleTap = ({ clientX }: MouseEvent) => {
      const { left, width } = element.getBoundingClientRect()
      const side = sideOf(clientX - left, width)
      const tap = readTap(side, performance.now())
      clearTimeout(timer)
      if (tap.type === 'toggle') timer = setTimeout(() => toggleControls(), tap.afterMs)
      else if (side !== 'middle') {
        actions.seekBy(tap.seconds)
        leap({ side, seconds: tap.total, id: performance.now() })
      }
    }
    // Not every browser says in the click itself what it came from.
    let pointerType = 'mouse'
    const notePointer = (event: PointerEvent) => {
      pointerType = event.pointerType
    }
    const handleClick = (event: MouseEvent) => {
      if (pointerType === 'touch') handleTap(event)
      else actions.togglePlay()
    }
    const handleDoubleClick = () => {
      if (pointerType !== 'touch') actions.toggleFullscreen()
    }
    element.addEventListener('pointerdown', notePointer, { signal })
    element.addEventListener('click', handleClick, { signal })
    element.addEventListener('dblclick', handleDoubleClick, { signal })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [actions, surface])
}
