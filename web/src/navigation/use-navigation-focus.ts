import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Props of a <Link>, or options of `navigate`, for another address of the same page, such as a tab: focus and scroll
 * position stay where they are.
 */
export const samePage = { state: { isSamePage: true }, preventScrollReset: true }

/**
 * Moves the focus to the new page's heading after a navigation, so that screen readers continue there and Tab starts in
 * the page instead of where the old page's link was.
 */
export function useNavigationFocus() {
  const { pathname, state } = useLocation()
  const shownPathname = useRef(pathname)
  const isSamePage = useEffectEvent(() => state?.isSamePage === true)
  useEffect(() => {
    if (shownPathname.current === pathname) return
    shownPathname.current = pathname
    if (!isSamePage() && !isMenuOpen()) return keepFocusOnHeading()
  }, [pathname])
}

/** A menu opened after the click that led here, which losing the focus would close. */
const isMenuOpen = () =>
  document.querySelector('[data-radix-popper-content-wrapper] > [data-state=open]') !== null

/**
 * A page that is still loading may have no heading yet, or replace it. The focus waits on <main> and follows the
 * heading until the person moves it or does something else.
 */
function keepFocusOnHeading() {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const observer = new MutationObserver(() => isPageRoot(document.activeElement) && focusHeading())
  stopped.signal.addEventListener('abort', () => observer.disconnect())
  focusHeading()
  observer.observe(document.body, { childList: true, subtree: true })
  const options = { capture: true, passive: true, signal: stopped.signal }
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, stop, options)
  window.addEventListener('focusin', ({ target }) => target !== findHeading() && stop(), options)
  return stop
}

const isPageRoot = (element: Element | null) => element === document.body || element?.localName === 'main'

const findHeading = () =>
  document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')

function focusHeading() {
  const target = findHeading()
  if (!target || target === document.activeElement) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
