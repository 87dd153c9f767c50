import { createActions } from './actions.ts'
import { createScreen, type Screen } from './engine/screen.ts'
import { createHints } from './hints.ts'
import { createPlayerStore } from './media-store.ts'

/** Everything of one player that is not React. The screen may be playing already. */
export function createPlayer({ media, playback, getBeginning }: Screen = createScreen()) {
  const store = createPlayerStore()
  let isNew = true

  return {
    media,
    store,
    playback,
    actions: createActions({ media, store, playback }),
    hints: createHints(),
    /** When the first video began, if that was before this is asked, once. */
    takeBeginning() {
      const beginning = isNew ? getBeginning() : undefined
      isNew = false
      return beginning
    },
    /** Into the element that becomes as large as the screen. */
    mount(root: HTMLElement) {
      media.controls = false
      root.prepend(media)
      store.dispatch({ type: 'mediaelementchangerequest', detail: media })
      store.dispatch({ type: 'fullscreenelementchangerequest', detail: root })
      return () => {
        media.remove()
        store.dispatch({ type: 'mediaelementchangerequest', detail: undefined })
        store.dispatch({ type: 'fullscreenelementchangerequest', detail: undefined })
      }
    },
  }
}

export type PlayerParts = ReturnType<typeof createPlayer>
