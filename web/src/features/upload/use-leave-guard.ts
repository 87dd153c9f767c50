import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

/** Asks before the page is left, while `isActive`. Returns a function that turns this off. */
export function useLeaveGuard(isActive: boolean, confirmLeaving: () => Promise<boolean>) {
  const isReleased = useRef(false)
  useEffect(() => {
    if (isActive) isReleased.current = false
  }, [isActive])

  // Reloading, closing, another site: the browser asks in its own words.
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => isActive && event.preventDefault(), [isActive]))

  // A link within the page does not leave it.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isActive && !isReleased.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const ask = useEffectEvent(confirmLeaving)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isPending = true
    void ask().then((canLeave) => {
      // The page may have been left otherwise in the meantime.
      if (!isPending) return
      if (canLeave) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      isPending = false
    }
  }, [blocker])

  return () => {
    isReleased.current = true
  }
}
