import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { setHistoryGuard } from '../../app/history-guard.ts'

/**
 * Asks before the page is left, while `isActive`. The router's own blocker needs its data routers, which this
 * site has no other use for; this one stands in front of the same three ways out.
 */
export function useLeaveGuard(isActive: boolean, confirmLeaving: () => Promise<boolean>) {
  const { navigator } = useContext(NavigationContext)
  const ask = useRef(confirmLeaving)
  const isReleased = useRef(false)
  useEffect(() => {
    ask.current = confirmLeaving
  })

  useEffect(() => {
    if (!isActive) return
    isReleased.current = false
    const leave = async (go: () => void) => {
      if (!isReleased.current && !(await ask.current())) return
      isReleased.current = true
      go()
    }
    const stops = [guardUnload(), guardNavigator(navigator, leave), guardHistory(leave, isReleased)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isActive, navigator])

  /** From now on leaving is what the page itself wants. */
  return () => {
    isReleased.current = true
  }
}

type Leave = (go: () => void) => Promise<void>
type Navigator = { push: (...to: never[]) => void; replace: (...to: never[]) => void }

/** Reloading, closing, another site: the browser asks in its own words. */
function guardUnload() {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}

/** Links and navigate(). */
function guardNavigator(navigator: Navigator, leave: Leave) {
  const { push, replace } = navigator
  navigator.push = (...to) => void leave(() => push(...to))
  navigator.replace = (...to) => void leave(() => replace(...to))
  return () => Object.assign(navigator, { push, replace })
}

/** Back and forward have happened when we hear of them: we go back to where we were, and ask then. */
function guardHistory(leave: Leave, isReleased: { current: boolean }) {
  const { pathname } = window.location
  const indexOf = (state: { idx?: number } | null) => state?.idx ?? 0
  const index = indexOf(window.history.state)
  let isReturning = false
  const handlePop = (event: PopStateEvent) => {
    if (isReturning) {
      isReturning = false
      event.stopImmediatePropagation()
      return
    }
    // A link within the page is no way out of it.
    const distance = indexOf(window.history.state) - index
    if (isReleased.current || window.location.pathname === pathname || distance === 0) return
    event.stopImmediatePropagation()
    isReturning = true
    window.history.go(-distance)
    void leave(() => window.history.go(distance))
  }
  setHistoryGuard(handlePop)
  return () => setHistoryGuard(undefined)
}
