const openDelayMs = 700
const skipDelayMs = 300

/** How long to wait: not at all when another tooltip closed a moment ago, as when moving along a row of icons. */
export function delayAfter(msSinceLastClosed: number) {
  return msSinceLastClosed < skipDelayMs ? 0 : openDelayMs
}

/** Follows pointer and keyboard over the elements that have a tooltip; `show` gets the one to show, or null. */
export function watchTooltips(show: (target: HTMLElement | null) => void) {
  let target: HTMLElement | null = null
  let dismissed: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false
  let closedAt = Number.NEGATIVE_INFINITY

  const close = () => {
    clearTimeout(timer)
    target = null
    if (!isShown) return
    isShown = false
    closedAt = performance.now()
    show(null)
  }
  const open = (next: HTMLElement) => {
    if (next === target || next === dismissed) return
    close()
    target = next
    timer = setTimeout(
      () => {
        if (!next.isConnected || isMenuOpen(next)) return
        isShown = true
        show(next)
      },
      delayAfter(performance.now() - closedAt),
    )
  }
  const handlePointer = ({ target: over, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(over instanceof Element)) return
    // One may move onto the tooltip itself, to read it under a large pointer.
    if (over.closest('[role="tooltip"]')) return
    const next = over.closest<HTMLElement>('[data-tooltip]')
    if (next !== dismissed) dismissed = null
    if (next) open(next)
    else close()
  }
  const handleFocus = ({ target: focused }: FocusEvent) => {
    const next = focused instanceof Element ? focused.closest<HTMLElement>('[data-tooltip]') : null
    if (next?.matches(':focus-visible')) open(next)
    else close()
  }
  // What was pressed has been understood; and Escape, a scroll or a leaving pointer hide what they cover.
  const dismiss = () => {
    dismissed = target
    close()
  }
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' || key === 'Enter' || key === ' ') dismiss()
  }

  const stop = new AbortController()
  const options = { signal: stop.signal, capture: true, passive: true }
  document.addEventListener('pointerover', handlePointer, options)
  document.addEventListener('focusin', handleFocus, options)
  document.addEventListener('focusout', close, options)
  document.addEventListener('pointerdown', dismiss, options)
  document.addEventListener('keydown', handleKey, options)
  document.addEventListener('scroll', close, options)
  document.documentElement.addEventListener('pointerleave', close, { signal: stop.signal })
  return () => {
    stop.abort()
    close()
  }
}

function isMenuOpen(element: HTMLElement) {
  return element.ariaHasPopup !== null && element.ariaExpanded === 'true'
}
