const hoverDelayMs = 150
/** Longer than a hover: a scroll that only passes by starts nothing. */
const restDelayMs = 400

/** One preview at a time: the next one ends it. */
let endCurrent: (() => void) | undefined

/**
 * Tells when a card has the person's attention: the pointer rests on it, the keyboard is in it, or, where there
 * is no pointer to hover with, it lies in the middle of the screen. Listens by itself and not through React,
 * for which a menu that the card opened elsewhere on the page would still be inside the card.
 */
export function watchAttention(card: HTMLElement, setIsActive: (isActive: boolean) => void) {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = () => {
    clearTimeout(timer)
    if (endCurrent === end) endCurrent = undefined
    setIsActive(false)
  }
  const startAfter = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (endCurrent !== end) endCurrent?.()
      endCurrent = end
      setIsActive(true)
    }, delayMs)
  }

  card.addEventListener(
    'pointerenter',
    ({ pointerType }) => pointerType !== 'touch' && startAfter(hoverDelayMs),
    options,
  )
  card.addEventListener(
    'pointerleave',
    ({ pointerType }) => {
      if (pointerType !== 'touch' && !card.matches(':has(:focus-visible)')) end()
    },
    options,
  )
  card.addEventListener(
    'focusin',
    ({ target }) => {
      const isByKey = target instanceof Element && target.matches('a:focus-visible')
      if (isByKey && !prefersStillness()) startAfter(hoverDelayMs)
    },
    options,
  )
  card.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && card.contains(relatedTarget)
      if (!isInside && !card.matches(':hover')) end()
    },
    options,
  )

  const observer = canPlayUnasked() ? observeMiddle(card, () => startAfter(restDelayMs), end) : undefined
  return () => {
    stop.abort()
    observer?.disconnect()
    end()
  }
}

/** The middle tenth of the screen. */
function observeMiddle(card: HTMLElement, onEnter: () => void, onLeave: () => void) {
  const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? onEnter() : onLeave()), {
    rootMargin: '-45% 0px',
  })
  // The picture and not the whole card: on a phone the middle is often between two of them.
  observer.observe(card.querySelector('[data-thumbnail]') ?? card)
  return observer
}

function canPlayUnasked() {
  return window.matchMedia('(hover: none)').matches && !prefersStillness() && !isSavingData()
}

function prefersStillness() {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

function isSavingData() {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
