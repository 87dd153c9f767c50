type TapSide = 'left' | 'middle' | 'right'

/** A single tap shows or hides the controls; further taps on the same side seek by ten seconds each. */
type TapMeaning = { type: 'toggle'; afterMs: number } | { type: 'seek'; seconds: number; total: number }

const doubleTapMs = 300
const stepSeconds = 10

export function sideOf(x: number, width: number): TapSide {
  if (x < width * 0.4) return 'left'
  return x > width * 0.6 ? 'right' : 'middle'
}

/** Interprets each tap together with the previous ones. */
export function createTapReader() {
  let last: { side: TapSide; atMs: number } | undefined
  let total = 0
  return (side: TapSide, nowMs: number): TapMeaning => {
    const isRepeated = last?.side === side && nowMs - last.atMs <= doubleTapMs
    last = { side, atMs: nowMs }
    // The first tap waits for a second one only where that would seek.
    if (side === 'middle' || !isRepeated) {
      total = 0
      return { type: 'toggle', afterMs: side === 'middle' ? 0 : doubleTapMs }
    }
    total += stepSeconds
    return { type: 'seek', seconds: side === 'left' ? -stepSeconds : stepSeconds, total }
  }
}
