import { type RefObject, useEffect } from 'react'

/** Smaller movements are those of a finger that rests. */
const minMoved = 8

type HideOnScrollProps = {
  bar: RefObject<HTMLElement | null>
  /** Whether the bar stays, because it is being used. */
  isKept: boolean
}

/**
 * On a phone in landscape: hides the bar while the page is scrolled down, and shows it when it is scrolled up or when
 * the focus enters the bar.
 */
export function HideOnScroll({ bar, isKept }: HideOnScrollProps) {
  useEffect(() => {
    const { current: element } = bar
    if (!element || isKept) return
    const { dataset } = document.documentElement
    const show = () => delete dataset.barHidden
    const isUsed = () => element.querySelector(':focus-visible, [data-state=open]') !== null
    let last = window.scrollY
    const follow = () => {
      const moved = window.scrollY - last
      if (Math.abs(moved) < minMoved) return
      last = window.scrollY
      if (moved < 0 || last < element.offsetHeight || isUsed()) show()
      else dataset.barHidden = ''
    }
    window.addEventListener('scroll', follow, { passive: true })
    element.addEventListener('focusin', show)
    return () => {
      window.removeEventListener('scroll', follow)
      element.removeEventListener('focusin', show)
      show()
    }
  }, [bar, isKept])
  return null
}
