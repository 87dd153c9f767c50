import { type FocusEvent, useEffect, useState } from 'react'
import { createStore } from '../../../lib/store/store.ts'
import { useStore } from '../../../lib/store/use-store.ts'

const windowFocus = createStore(document.hasFocus())
window.addEventListener('focus', () => windowFocus.set(true))
window.addEventListener('blur', () => windowFocus.set(false))

/** Pauses a toast while the pointer or the focus is on it, and while the window is not focused. */
export function usePause() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isWindowFocused = useStore(windowFocus)
  // There is no event when a focused frame is removed.
  useEffect(() => windowFocus.set(document.hasFocus()), [])
  const pauseHandlers = {
    onPointerEnter: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    onFocus: () => setIsFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setIsFocused(currentTarget.contains(relatedTarget)),
  }
  return { isPaused: isHovered || isFocused || !isWindowFocused, pauseHandlers }
}
