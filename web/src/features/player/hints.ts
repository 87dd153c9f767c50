import { createCell } from './cell.ts'

export type HintIcon = 'play' | 'pause' | 'back' | 'forward' | 'volume' | 'muted' | 'speed' | 'captions'

export type Hint = {
  icon: HintIcon
  text: string
  /** Also said to screen readers: what no control's own state tells. */
  isSaid: boolean
}

const shownMs = 900

/** The short answer to a key or a gesture in the middle of the picture. */
export function createHints() {
  const hint = createCell<Hint | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    hint,
    show(icon: HintIcon, text: string, isSaid = false) {
      clearTimeout(timer)
      hint.set({ icon, text, isSaid })
      timer = setTimeout(() => hint.set(undefined), shownMs)
    },
  }
}

export type Hints = ReturnType<typeof createHints>
