import { useLayoutEffect } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll-of-pages'
/** The time a list may take to load on a slow connection. */
const giveUpAfterMs = 20_000

/** The scroll position of each page, by the key of its location. */
const positions = new Map<string, number>()

/** A new page starts at the top; going back or reloading restores the scroll position. */
export function PageScroll() {
  const { key } = useLocation()
  const type = useNavigationType()
  // A layout effect, so that `remember` does not record the router's own scroll, which fails while the page is too
  // short.
  useLayoutEffect(() => {
    const top = type === 'POP' ? (positions.get(key) ?? readStored(key)) : undefined
    const stop = top ? scrollWhenTallEnough(top) : () => {}
    const remember = () => void positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      stop()
      window.removeEventListener('scroll', remember)
    }
  }, [key, type])
  return <ScrollRestoration storageKey={storageKey} />
}

/** The position that <ScrollRestoration> stored when the page was reloaded or left for another site. */
function readStored(key: string) {
  try {
    const stored: Record<string, number> = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return stored[key]
  } catch {
    return undefined
  }
}

/** The router scrolls once, perhaps before a list is loaded. Repeats it as the page grows, until the person scrolls. */
function scrollWhenTallEnough(top: number) {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2) stop()
  })
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
