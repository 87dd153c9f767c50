import { useEffect, useEffectEvent, useState } from 'react'
import { isOccupied } from './focus-place.ts'

export const countdownSeconds = 5

/** Counts down to zero, then calls once. Waits while someone writes or is asked: the next page would throw that away. */
export function useNextCountdown(isRunning: boolean, onDone: () => void) {
  const [left, setLeft] = useState(countdownSeconds)
  const finish = useEffectEvent(onDone)
  const isDone = left <= 0

  useEffect(() => {
    if (!isRunning || isDone) return
    const timer = setInterval(() => {
      if (!isOccupied()) setLeft((seconds) => seconds - 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning, isDone])

  useEffect(() => {
    if (isRunning && isDone) finish()
  }, [isRunning, isDone])

  return left
}
