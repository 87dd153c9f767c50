import { useEffect, useState } from 'react'

/** The value after a pause in its changes. */
export function useDebounced<Value>(value: Value, pauseMs: number) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
