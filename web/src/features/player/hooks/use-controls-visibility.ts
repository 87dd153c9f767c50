import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useMedia } from '../player-context.ts'

const hideAfterMs = 3000

/**
 * Controls go away after three seconds without pointer movement, but not while paused, under the pointer, focused
 * by keyboard or held open (by a menu).
 */
export function useControlsVisibility(root: RefObject<HTMLElement | null>, isHeld: boolean) {
  const isPaused = useMedia((state) => state.mediaPaused ?? true)
  const [isAwake, setIsAwake] = useState(true)
  const [isFocused, setIsFocused] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const [isPressed, setIsPressed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const sleep = useCallback(() => {
    clearTimeout(timer.current)
    setIsAwake(false)
  }, [])
  const wake = useCallback(() => {
    clearTimeout(timer.current)
    setIsAwake(true)
    timer.current = setTimeout(() => setIsAwake(false), hideAfterMs)
  }, [])

  useEffect(() => {
    const element = root.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    const handlePointer = (event: PointerEvent) => {
      // A finger has no movement of its own; its taps show and hide.
      if (event.pointerType === 'touch') return
      setIsHovered(
        [...element.querySelectorAll('[data-controls]')].some((controls) => isOver(controls, event)),
      )
      wake()
    }
    // A finger on the seek bar holds them as long as it drags.
    const handlePress = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[data-controls]')) setIsPressed(true)
    }
    const handleRelease = () => setIsPressed(false)
    element.addEventListener('pointermove', handlePointer, { signal })
    element.addEventListener('pointerdown', handlePress, { signal })
    window.addEventListener('pointerup', handleRelease, { signal })
    window.addEventListener('pointercancel', handleRelease, { signal })
    element.addEventListener('pointerleave', () => setIsHovered(false), { signal })
    element.addEventListener(
      'focusin',
      ({ target }) => setIsFocused(target instanceof Element && target.matches(':focus-visible')),
      { signal },
    )
    element.addEventListener(
      'focusout',
      () => {
        setIsFocused(false)
        wake()
      },
      { signal },
    )
    return () => listening.abort()
  }, [root, wake])

  // Counts anew from the moment that nothing else keeps them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its end starts the count
  useEffect(() => {
    wake()
    return () => clearTimeout(timer.current)
  }, [isPaused, isPressed, isHeld, wake])

  const isVisible = isAwake || isPaused || isFocused || isHovered || isPressed || isHeld
  return { isVisible, wake, sleep }
}

/** By its place: hidden controls let the pointer through, and would not know that it is over them. */
function isOver(element: Element, { clientX, clientY }: PointerEvent) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
