import { useEffect, useEffectEvent } from 'react'

// A reload keeps the history entry added below, but closes the cover.
if (window.history.state?.cover) window.history.back()

/**
 * While an overlay covers the page, Back closes it instead of leaving the page. It gets a history entry of its own,
 * which is removed when it is closed in another way. The entry has the page's location, so the router loads nothing
 * again.
 */
export function useBackCloses(isOpen: boolean, close: () => void) {
  const handleBack = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const cover = Math.random().toString(36).slice(2)
    const isOnTop = () => window.history.state?.cover === cover
    window.history.pushState({ ...window.history.state, cover }, '')
    const handlePop = () => !isOnTop() && handleBack()
    window.addEventListener('popstate', handlePop)
    return () => {
      window.removeEventListener('popstate', handlePop)
      if (isOnTop()) window.history.back()
    }
  }, [isOpen])
}
