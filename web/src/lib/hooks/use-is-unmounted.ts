import { useEffect, useRef } from 'react'

/** For asynchronous work: `current` is true once the component has been unmounted. */
export function useIsUnmounted() {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}
