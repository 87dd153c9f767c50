import { useEffect, useEffectEvent } from 'react'

// A reload keeps the entry below, but what covered the page is closed.
if (window.history.state?.cover) window.history.back()

/**
 * While something covers the page, Back closes it instead of leaving the page. It gets a history entry of its own, which
 * goes away when it is closed in another way. To the router the entry is the same location as the page's: nothing is
 * loaded again.
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
