import { useEffect } from 'react'

type Orientation = { lock?: (orientation: 'landscape') => Promise<void>; unlock?: () => void }

/** On a phone, a wide video in full screen turns the screen to landscape. */
export function LandscapeLock() {
  useEffect(() => {
    // The screen's size and not the window's, which may have turned already when the effect runs.
    const isPhone = Math.min(screen.width, screen.height) < 768
    if (!isPhone) return
    const orientation: Orientation = screen.orientation
    orientation.lock?.('landscape').catch(() => {
      // Desktop browsers have the method but refuse to lock.
    })
    return () => {
      try {
        orientation.unlock?.()
      } catch {
        // Refused, as above.
      }
    }
  }, [])
  return null
}
