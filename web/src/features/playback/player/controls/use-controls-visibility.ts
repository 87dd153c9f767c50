import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useMedia } from '../state/player-context.ts'

const hideAfterMs = 3000

/**
 * Controls are hidden after three seconds without pointer movement, but not while paused, under the pointer, focused
 * by keyboard or held open by a menu.
 */
export function useControlsVisibility(root: RefObject<HTMLElement | null>, isHeld: boolean) {
  const isPaused = useMedia((state) => state.mediaPaused ?? true)
  const [isRecent, setIsRecent] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setIsRecent(false)
  }, [])
  const show = useCallback(() => {
    clearTimeout(timer.current)
    setIsRecent(true)
    timer.current = setTimeout(() => setIsRecent(false), hideAfterMs)
  }, [])
  const { isFocused, isHovered, isPressed } = useControlsInUse(root, show)

  // The countdown restarts when nothing else keeps the controls visible any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these restarts the countdown
  useEffect(() => {
    show()
    return () => clearTimeout(timer.current)
  }, [isPaused, isPressed, isHeld, show])

  const isVisible = isRecent || isPaused || isFocused || isHovered || isPressed || isHeld
  return { isVisible, show, hide }
}

/** Whether pointer or keyboard are at the controls; `onActivity` is called when a pointer moves or the focus leaves. */
function useControlsInUse(root: RefObject<HTMLElement | null>, onActivity: () => void) {
  const [isFocused, setIsFocused] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const [isPressed, setIsPressed] = useState(false)

  useEffect(() => {
    const element = root.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    const handleMove = (event: PointerEvent) => {
      // Touch shows and hides the controls by tapping, see usePointer.
      if (event.pointerType === 'touch') return
      setIsHovered(
        [...element.querySelectorAll('[data-controls]')].some((controls) => isOver(controls, event)),
      )
      onActivity()
    }
    const handlePress = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[data-controls]')) setIsPressed(true)
    }
    const handleRelease = () => setIsPressed(false)
    const handleFocus = ({ target }: FocusEvent) =>
      setIsFocused(target instanceof Element && target.matches(':focus-visible'))
    const handleBlur = () => {
      setIsFocused(false)
      onActivity()
    }
    element.addEventListener('pointermove', handleMove, { signal })
    element.addEventListener('pointerleave', () => setIsHovered(false), { signal })
    element.addEventListener('pointerdown', handlePress, { signal })
    window.addEventListener('pointerup', handleRelease, { signal })
    window.addEventListener('pointercancel', handleRelease, { signal })
    element.addEventListener('focusin', handleFocus, { signal })
    element.addEventListener('focusout', handleBlur, { signal })
    return () => listening.abort()
  }, [root, onActivity])

  return { isFocused, isHovered, isPressed }
}

/** By position, because hidden controls let the pointer through and receive no events. */
function isOver(element: Element, { clientX, clientY }: PointerEvent) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
