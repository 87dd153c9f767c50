import { createStore } from '../../../../lib/store/store.ts'

export type HintIcon =
  | 'play'
  | 'pause'
  | 'back'
  | 'forward'
  | 'volume'
  | 'muted'
  | 'speed'
  | 'captions'
  | 'loop'

type Hint = {
  icon: HintIcon
  text: string
  /** To screen readers, because no control's state conveys it. */
  isAnnounced: boolean
}

const shownMs = 900

/** Short confirmations of keys, shown over the picture. */
export function createHints() {
  const hint = createStore<Hint | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    hint,
    show(icon: HintIcon, text: string, isAnnounced = false) {
      clearTimeout(timer)
      hint.set({ icon, text, isAnnounced })
      timer = setTimeout(() => hint.set(undefined), shownMs)
    },
  }
}
