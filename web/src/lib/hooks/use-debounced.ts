import { useEffect, useState } from 'react'

/** The value once it has stopped changing for `pauseMs`. */
export function useDebounced<Value>(value: Value, pauseMs: number) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
