import { useRef, useState } from 'react'

/** A second click before the first is answered does nothing, even one that comes before the button shows it is busy. */
export function useOneAtATime() {
  const isRunning = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (action: () => Promise<void>) => {
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
