import { type RefObject, useEffect } from 'react'

/**
 * A mouse leaves the focus on the player and not on the button that it pressed: the space bar then plays and
 * pauses, as everyone expects. The keyboard's own focus is untouched.
 */
export function useMouseFocus(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = root.current
    if (!element) return
    const handlePress = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      // A press that no mouse made (by assistive technology) has no count.
      if (!button || event.detail === 0 || button.closest('[role=dialog]')) return
      event.preventDefault()
      element.focus({ preventScroll: true })
    }
    element.addEventListener('mousedown', handlePress)
    return () => element.removeEventListener('mousedown', handlePress)
  }, [root])
}
