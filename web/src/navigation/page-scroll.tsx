import { useLayoutEffect } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll-of-pages'
/** The time a list may take to load on a slow connection. */
const giveUpAfterMs = 20_000

/** The scroll position of each page, by the key of its location. */
const positions = new Map<string, number>()
/** The locations that were shown before the present one. */
const leftKeys = new Set<string>()
let shownKey: string | undefined

forgetOtherVisit()

/** A new page starts at the top; going back or reloading restores the scroll position. */
export function PageScroll() {
  const { key } = useLocation()
  const type = useNavigationType()
  // A layout effect, so that `remember` does not record the router's own scroll, which fails while the page is too
  // short.
  useLayoutEffect(() => {
    if (shownKey !== undefined && shownKey !== key) leftKeys.add(shownKey)
    shownKey = key
    const top = type === 'POP' ? (positions.get(key) ?? readStored()[key]) : undefined
    const stop = top ? repeatScroll(() => scrollToTop(top)) : () => {}
    const remember = () => void positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      stop()
      window.removeEventListener('scroll', remember)
    }
  }, [key, type])
  return <ScrollRestoration storageKey={storageKey} />
}

function scrollToTop(top: number) {
  window.scrollTo(0, top)
  return Math.abs(window.scrollY - top) < 2
}

/** Whether the page was shown before, so that its position is restored. */
export const hasPosition = (key: string) => leftKeys.has(key) || readStored()[key] !== undefined

/** The first page of every visit has the same key, so its position may be that of another page in this tab. */
function forgetOtherVisit() {
  const visits = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visits[0]?.type !== 'navigate') return
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...readStored(), default: undefined }))
  } catch {
    // Blocked or full.
  }
}

/** The positions that <ScrollRestoration> stored when a page was reloaded or left for another site. */
function readStored(): Record<string, number | undefined> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * The router scrolls once, perhaps before a list is loaded. Repeats a scroll as the page grows, until `scroll` returns
 * true or the person scrolls.
 */
export function repeatScroll(scroll: () => boolean) {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const observer = new ResizeObserver(() => scroll() && stop())
  const timeout = setTimeout(stop, giveUpAfterMs)
  stopped.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timeout)
  })
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(event, stop, { signal: stopped.signal, passive: true })
  }
  observer.observe(document.body)
  return stop
}
