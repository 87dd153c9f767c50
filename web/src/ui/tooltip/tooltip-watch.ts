const openDelayMs = 700
const skipDelayMs = 300

/** No delay if another tooltip closed a moment ago, as when the pointer moves along a row of icons. */
export function delayAfter(msSinceLastClosed: number) {
  return msSinceLastClosed < skipDelayMs ? 0 : openDelayMs
}

/**
 * Follows pointer and keyboard over the elements with a tooltip; `show` gets the one to show, or null.
 * `startsAtPointer`: whether to begin with the element under the pointer.
 */
export function watchTooltips(show: (target: HTMLElement | null) => void, startsAtPointer: boolean) {
  const { open, close, dismiss, allowAgain } = createTooltipState(show)

  const handlePointer = ({ target: over, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(over instanceof Element)) return
    // The tooltip stays when the pointer moves onto it, so that it is readable with a large pointer.
    if (over.closest('[role="tooltip"]')) return
    const next = tooltipAt(over)
    allowAgain(next)
    if (next) open(next)
    else close()
  }
  const handleFocus = ({ target: focused }: FocusEvent) => {
    const next = focused instanceof Element ? tooltipAt(focused) : null
    if (next?.matches(':focus-visible')) open(next)
    else close()
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
  // On touch screens the element touched last counts as hovered.
  if (startsAtPointer && window.matchMedia('(hover: hover)').matches) {
    const hovered = document.querySelector<HTMLElement>('[data-tooltip]:hover')
    if (hovered) open(hovered)
  }
  return () => {
    stop.abort()
    close()
  }
}

/** Which tooltip is open or about to open, and which one was dismissed by a press or Escape. */
function createTooltipState(show: (target: HTMLElement | null) => void) {
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
    const showNext = () => {
      if (!next.isConnected || isMenuOpen(next)) return
      isShown = true
      show(next)
    }
    timer = setTimeout(showNext, delayAfter(performance.now() - closedAt))
  }
  return {
    open,
    close,
    dismiss() {
      dismissed = target
      close()
    },
    /** A dismissed tooltip can open again once the pointer has been elsewhere. */
    allowAgain(pointed: HTMLElement | null) {
      if (pointed !== dismissed) dismissed = null
    },
  }
}

const tooltipAt = (element: Element) => element.closest<HTMLElement>('[data-tooltip]')

function isMenuOpen(element: HTMLElement) {
  return element.ariaHasPopup !== null && element.ariaExpanded === 'true'
}
