import { useCallback } from 'react'

/** More than a screen away: the next page is there before one comes to it. */
const margin = '1200px'

/**
 * A ref for what stands at the end of a list. `onNear` is called when it comes near the screen, and again
 * whenever `onNear` is another function while it is still near.
 */
export function useNearEnd(onNear: (() => void) | undefined) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !onNear) return
      // A quick scroll may bring two changes at once: the last one is how it is now.
      const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNear(), {
        rootMargin: `0px 0px ${margin}`,
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [onNear],
  )
}
