import { createActions } from './actions.ts'
import { createScreen, type Screen } from './engine/screen.ts'
import { createHints } from './hints.ts'
import { createPlayerStore } from './media-store.ts'

/** Everything of one player that is not React. */
export function createPlayer({ media, playback }: Screen = createScreen()) {
  const getMedia = () => media
  const store = createPlayerStore()
  const actions = createActions({ getMedia, store, playback })

  return {
    getMedia,
    store,
    playback,
    actions,
    hints: createHints(),
    /** Into the element that becomes as large as the screen. */
    mount(root: HTMLElement) {
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
