import { createHeadlessPlayer, type HeadlessPlayer } from './engine/headless-player.ts'
import { createActions } from './state/actions.ts'
import { createHints } from './state/hints.ts'
import { createPlayerStore } from './state/media-store.ts'

/** All parts of one player outside React. It can take over a headless player that is already playing. */
export function createPlayer(headless: HeadlessPlayer = createHeadlessPlayer()) {
  const { media, playback, getFirstPlayed } = headless
  const store = createPlayerStore()
  let isFirstVideo = true

  return {
    media,
    store,
    playback,
    actions: createActions({ media, store, playback }),
    hints: createHints(),
    /** When the first video began to play, if it did before this call; undefined for later videos. */
    takeFirstPlayed() {
      const moment = isFirstVideo ? getFirstPlayed() : undefined
      isFirstVideo = false
      return moment
    },
    /** Puts the <video> into `root`, the element that goes full screen. */
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
