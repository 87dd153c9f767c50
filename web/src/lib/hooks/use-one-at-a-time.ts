import { useRef, useState } from 'react'

/** Ignores clicks while an action runs, even before the button looks busy. */
export function useOneAtATime() {
  const isRunning = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (action: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await action()
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
