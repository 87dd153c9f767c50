import { useEffect, useRef } from 'react'

/** For asynchronous work: `current` is true once the component has been unmounted. */
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
