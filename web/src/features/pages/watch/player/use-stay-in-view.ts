import { type RefObject, useEffect } from 'react'

/** What was on the screen at one width of the window. */
type View = { isInView: boolean; top: number }

/** A third counts as in view, which is what remains of a tall player. */
const threshold = 1 / 3

/**
 * A playing video that was in view stays there when the phone is turned, also in full screen: it sticks to the top in
 * portrait only, so the page scrolls to it. Turned back, the page returns to where it was. The width tells it, because
 * the keyboard of some phones changes the height.
 */
export function useStayInView(player: RefObject<HTMLElement | null>, isActive: boolean) {
  useEffect(() => {
    const element = player.current
    return isActive && element ? stayInView(element) : undefined
  }, [player, isActive])
}

function stayInView(element: HTMLElement) {
  const stopped = new AbortController()
  const { signal } = stopped
  let width = window.innerWidth
  let view: View = { isInView: true, top: window.scrollY }
  let left: { width: number; top: number } | undefined

  const note = (change: Partial<View>) => {
    if (!document.fullscreenElement) view = { ...view, ...change }
  }
  const follow = () => {
    if (document.fullscreenElement || window.innerWidth === width) return
    const before = { ...view, width }
    width = window.innerWidth
    // When the page has its new layout.
    requestAnimationFrame(() => {
      if (signal.aborted) return
      const isUntouched = before.top === 0
      if (left?.width === width && isUntouched) window.scrollTo({ top: left.top, behavior: 'instant' })
      left = undefined
      if (!before.isInView || !isPlaying(element) || isShown(element)) return
      left = before
      window.scrollTo({ top: 0, behavior: 'instant' })
    })
  }
  const observer = new IntersectionObserver(
    (entries) => note({ isInView: (entries.at(-1)?.intersectionRatio ?? 0) >= threshold }),
    { threshold },
  )
  observer.observe(element)
  window.addEventListener('scroll', () => note({ top: window.scrollY }), { passive: true, signal })
  window.addEventListener('resize', follow, { signal })
  document.addEventListener('fullscreenchange', follow, { signal })
  return () => {
    stopped.abort()
    observer.disconnect()
  }
}

function isPlaying(element: HTMLElement) {
  const media = element.querySelector('video')
  return media !== null && !media.paused && media !== document.pictureInPictureElement
}

function isShown(element: HTMLElement) {
  const { top, bottom, height } = element.getBoundingClientRect()
  return Math.min(bottom, window.innerHeight) - Math.max(top, 0) >= height * threshold
}
