import { useEffect, useEffectEvent, useState } from 'react'
import { useMatch } from 'react-router'
import { useIsMobile } from '../../../lib/hooks/use-media-query.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { isExpandedIn, rememberExpanded } from '../../../navigation/sidebar-cookie.ts'
import { useBackCloses } from '../../../navigation/use-back-closes.ts'
import { closeIfMissing, type Loadable } from '../../../ui/lazy/lazy-part.tsx'

/**
 * Reads the cookie during the first render, so that the page never starts with the wrong width. On a video's page the
 * sidebar opens as an overlay, which the cookie does not store.
 */
export function useSidebarState(drawer: Loadable) {
  const isWatching = useMatch(paths.watch(':id')) !== null
  const isMobile = useIsMobile()
  const isDrawer = isMobile || isWatching
  const [isExpanded, setIsExpanded] = useState(() => isExpandedIn(document.cookie))
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  useBackCloses(isDrawerOpen, () => setIsDrawerOpen(false))
  // A drawer that was open when the window grew stays closed when it shrinks again.
  if (!isDrawer && isDrawerOpen) setIsDrawerOpen(false)

  const toggle = () => {
    if (isDrawer) {
      setIsDrawerOpen(!isDrawerOpen)
      if (!isDrawerOpen) closeIfMissing(drawer, () => setIsDrawerOpen(false))
      return
    }
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

  return { isMobile, isDrawer, isExpanded, isWatching, isDrawerOpen, setIsDrawerOpen, toggle }
}
