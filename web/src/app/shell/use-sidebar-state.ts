import { useEffect, useEffectEvent, useState } from 'react'
import { useIsMobile } from '../../lib/use-media-query.ts'
import { isExpandedIn, rememberExpanded } from '../../navigation/sidebar-cookie.ts'
import { useBackCloses } from '../../navigation/use-back-closes.ts'

/** The cookie is read during the first render, so that the page never shows the wrong width first. */
export function useSidebarState() {
  const isMobile = useIsMobile()
  const [isExpanded, setIsExpanded] = useState(() => isExpandedIn(document.cookie))
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  useBackCloses(isDrawerOpen, () => setIsDrawerOpen(false))
  // A drawer that was open when the window grew stays closed when it shrinks again.
  if (!isMobile && isDrawerOpen) setIsDrawerOpen(false)

  const toggle = () => {
    if (isMobile) return setIsDrawerOpen(!isDrawerOpen)
    rememberExpanded(!isExpanded)
    setIsExpanded(!isExpanded)
  }
  const toggleByKey = useEffectEvent(toggle)

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey)
      if (!isShortcut || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggleByKey()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])

  return { isMobile, isExpanded, isDrawerOpen, setIsDrawerOpen, toggle }
}
