import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { PlayerParts } from '../create-player.ts'
import { createTapReader, sideOf } from './taps.ts'

/** A double tap that seeks: its side of the picture, and the distance. */
export type TapSeek = { side: 'left' | 'right'; seconds: number; id: number }

type Handlers = { onToggleControls: () => void; onTapSeek: (tapSeek: TapSeek) => void }

/**
 * Pointers on the picture: a mouse click plays or pauses and a double click goes full screen; a tap shows or hides the
 * controls and a double tap seeks.
 */
export function usePointer(
  { actions }: PlayerParts,
  surface: RefObject<HTMLElement | null>,
  handlers: Handlers,
) {
  const toggleControls = useEffectEvent(() => handlers.onToggleControls())
  const showTapSeek = useEffectEvent((tapSeek: TapSeek) => handlers.onTapSeek(tapSeek))

  // A layout effect, so that a click works as soon as the controls are visible.
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
        showTapSeek({ side, seconds: tap.total, id: performance.now() })
      }
    }
    // Some browsers do not set the pointer type on click events.
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

/**
 * A mouse click on a button focuses the player instead of the button, so that the space bar then plays and pauses.
 * Focus by keyboard is not changed.
 */
export function useMouseFocus(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = root.current
    if (!element) return
    const handlePress = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      // `detail` is 0 when assistive technology presses the button.
      if (!button || event.detail === 0 || button.closest('[role=dialog]')) return
      event.preventDefault()
      element.focus({ preventScroll: true })
    }
    element.addEventListener('mousedown', handlePress)
    return () => element.removeEventListener('mousedown', handlePress)
  }, [root])
}
