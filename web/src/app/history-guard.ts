type Guard = (event: PopStateEvent) => void
let guard: Guard | undefined

// At the window itself listeners are called in the order they came, captured or not. This one is there as soon
// as the code is loaded, so it hears of back and forward before the router does, and can keep it from them.
window.addEventListener('popstate', (event) => guard?.(event))

/** One page at a time may stand in the way; it calls `stopImmediatePropagation` on what the router must not hear. */
export function setHistoryGuard(next: Guard | undefined) {
  guard = next
}
