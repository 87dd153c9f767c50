import { useEffect } from 'react'
import { useMedia } from '../player-context.ts'

type Orientation = { lock?: (orientation: 'landscape') => Promise<void>; unlock?: () => void }

/** A wide picture on a narrow screen turns with it when it fills the screen. */
export function useLandscapeLock(isWide: boolean) {
  const isFullscreen = useMedia((state) => state.mediaIsFullscreen ?? false)
  useEffect(() => {
    // The screen's size and not the window's, which has turned already when the effect runs.
    const isNarrow = Math.min(screen.width, screen.height) < 768
    if (!isFullscreen || !isWide || !isNarrow) return
    const orientation: Orientation = screen.orientation
    orientation.lock?.('landscape').catch(() => {
      // Desktop browsers know the call and refuse it.
    })
    return () => {
      try {
        orientation.unlock?.()
      } catch {
        // The same.
      }
    }
  }, [isFullscreen, isWide])
}
