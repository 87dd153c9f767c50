import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isSamePage } from './same-page.ts'

/**
 * Moves the focus to the new page's heading (else to its main part) after a navigation, so that a screen reader
 * reads on from there and Tab starts at the page instead of where the old page's link was.
 */
export function useNavigationFocus() {
  const { pathname, state } = useLocation()
  const shownPathname = useRef(pathname)
  useEffect(() => {
    if (shownPathname.current === pathname) return
    shownPathname.current = pathname
    if (isSamePage(state)) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, state])
}
