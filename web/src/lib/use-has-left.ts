import { useEffect, useRef } from 'react'

/** For what ends later: `current` is true once the page was left meanwhile. */
export function useHasLeft() {
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  return hasLeft
}
