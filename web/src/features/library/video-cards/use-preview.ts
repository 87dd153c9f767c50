import { type RefObject, useEffect, useState } from 'react'

const hoverDelayMs = 150
/** Longer than for hovering, so that scrolling past starts no preview. */
const restDelayMs = 400

/** Only one preview plays at a time: the next one ends the current one. */
let endCurrent: (() => void) | undefined

/** Whether the preview of the card should play now. */
export function usePreview(card: RefObject<HTMLElement | null>, isPossible: boolean) {
  const [isActive, setIsActive] = useState(false)
  useEffect(() => {
    if (card.current && isPossible) return watchAttention(card.current, setIsActive)
  }, [card, isPossible])
  return isActive
}

/**
 * Reports when a card has the person's attention: the pointer or the keyboard focus is on it, or, on devices that
 * cannot hover, it is in the middle of the screen. Uses DOM listeners, because React's events would also bubble
 * here from a menu of the card that is rendered elsewhere in the page.
 */
function watchAttention(card: HTMLElement, setIsActive: (isActive: boolean) => void) {
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
      if (isPlayerPlaying()) return
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
      const isKeyboardFocus = target instanceof Element && target.matches('a:focus-visible')
      if (isKeyboardFocus && !prefersReducedMotion()) startAfter(hoverDelayMs)
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

  document.addEventListener('play', () => isPlayerPlaying() && end(), { capture: true, ...options })

  // The card may have got the focus before these listeners.
  if (card.matches(':has(a:focus-visible)') && !prefersReducedMotion()) startAfter(hoverDelayMs)

  const observer = canAutoplay() ? observeMiddle(card, () => startAfter(restDelayMs), end) : undefined
  return () => {
    stop.abort()
    observer?.disconnect()
    end()
  }
}

/** One video at a time: there is no preview beside one that plays in the corner. */
const isPlayerPlaying = () =>
  [...document.querySelectorAll<HTMLVideoElement>('.player video')].some(({ paused }) => !paused)

/** The middle tenth of the screen. */
function observeMiddle(card: HTMLElement, onEnter: () => void, onLeave: () => void) {
  const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? onEnter() : onLeave()), {
    rootMargin: '-45% 0px',
  })
  // The picture rather than the card: on a phone the middle of the screen is often between two cards.
  observer.observe(card.querySelector('[data-thumbnail]') ?? card)
  return observer
}

function canAutoplay() {
  return window.matchMedia('(hover: none)').matches && !prefersReducedMotion() && !isSavingData()
}

function prefersReducedMotion() {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

function isSavingData() {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
