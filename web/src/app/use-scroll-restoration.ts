import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isSamePage } from './same-page.ts'
import { scrollPositions } from './scroll-positions.ts'

const giveUpAfterMs = 1500

/** A new page starts at the top; going back, or reloading, finds a page where it was left. */
export function useScrollRestoration() {
  const { key, hash, pathname, state } = useLocation()
  const navigationType = useNavigationType()

  // In the layout phase: the scroll event that a change of page causes must count for the new page.
  useLayoutEffect(() => {
    const remember = () => scrollPositions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pathname stands for "another page is shown"
  useLayoutEffect(() => {
    const stored = scrollPositions.get(key)
    if (navigationType === 'POP' && stored !== undefined) return scrollWhenTallEnough(stored)
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    else if (navigationType === 'PUSH' && !isSamePage(state)) window.scrollTo(0, 0)
  }, [key, pathname])
}

/** Lists may still be loading: follows the page's growth until it is long enough or the person scrolls. */
function scrollWhenTallEnough(top: number) {
  if (tryScroll(top)) return
  const stop = new AbortController()
  const observer = new ResizeObserver(() => tryScroll(top) && stop.abort())
  const timeout = setTimeout(() => stop.abort(), giveUpAfterMs)
  stop.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timeout)
  })
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  observer.observe(document.body)
  return () => stop.abort()
}

function tryScroll(top: number) {
  window.scrollTo(0, top)
  return Math.abs(window.scrollY - top) < 2
}
