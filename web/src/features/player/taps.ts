export type TapSide = 'left' | 'middle' | 'right'

/** What a tap means: one alone shows or hides the controls, more on the same side seek by ten seconds each. */
export type TapMeaning =
  | { type: 'toggle'; afterMs: number }
  | { type: 'seek'; seconds: number; total: number }

const doubleTapMs = 300
const stepSeconds = 10

export function sideOf(x: number, width: number): TapSide {
  if (x < width * 0.4) return 'left'
  return x > width * 0.6 ? 'right' : 'middle'
}

/** Follows taps one after the other. */
export function createTapReader() {
  let last: { side: TapSide; atMs: number } | undefined
  let total = 0
  return (side: TapSide, nowMs: number): TapMeaning => {
    const isAgain = last?.side === side && nowMs - last.atMs <= doubleTapMs
    last = { side, atMs: nowMs }
    // Only where a second tap would mean something else does the first have to wait for it.
    if (side === 'middle' || !isAgain) {
      total = 0
      return { type: 'toggle', afterMs: side === 'middle' ? 0 : doubleTapMs }
    }
    total += stepSeconds
    return { type: 'seek', seconds: side === 'left' ? -stepSeconds : stepSeconds, total }
  }
}
