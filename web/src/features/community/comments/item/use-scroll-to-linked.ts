import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { hasPosition, repeatScroll } from '../../../../navigation/page-scroll.tsx'

/**
 * Scrolls to and focuses the element that the page's address names, null until it is rendered. Going back to the page
 * restores the position instead, and another address of the same page changes nothing (`samePage`). A click on the
 * same link again scrolls again.
 */
export function useScrollToLinked(target: HTMLElement | null) {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const isSamePage = state?.isSamePage === true
  useEffect(() => {
    const isReturn = type === 'POP' && hasPosition(key)
    if (!target || isReturn || isSamePage) return
    let stop = () => {}
    // After the heading of a new page got the focus.
    const frame = requestAnimationFrame(() => {
      target.focus({ preventScroll: true })
      stop = repeatScroll(() => bringIntoView(target))
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [key, type, target, isSamePage])
}

/** Without an animation, whose end would move while the page grows. */
function bringIntoView(target: HTMLElement) {
  const isHigh = target.offsetHeight > window.innerHeight / 3
  target.scrollIntoView({ block: isHigh ? 'start' : 'center', behavior: 'instant' })
  return false
}
