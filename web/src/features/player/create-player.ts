import { createActions } from './actions.ts'
import { createPlayback } from './engine/playback.ts'
import { createHints } from './hints.ts'
import { createPlayerStore } from './media-store.ts'
import { readSettings } from './settings.ts'

/** Everything of one player that is not React. */
export function createPlayer() {
  let media: HTMLVideoElement | undefined
  const getMedia = () => media
  const store = createPlayerStore()
  const playback = createPlayback(getMedia)
  const actions = createActions({ getMedia, store, playback })

  return {
    getMedia,
    store,
    playback,
    actions,
    hints: createHints(),
    /** For the <video>'s ref. */
    setMedia(element: HTMLVideoElement) {
      media = element
      const { volume, isMuted, speed } = readSettings()
      element.volume = volume
      element.muted = isMuted
      element.defaultPlaybackRate = speed
      element.playbackRate = speed
      const handleVolume = () => {
        if (!element.muted) playback.unsilence()
      }
      element.addEventListener('volumechange', handleVolume)
      store.dispatch({ type: 'mediaelementchangerequest', detail: element })
      return () => {
        media = undefined
        element.removeEventListener('volumechange', handleVolume)
        store.dispatch({ type: 'mediaelementchangerequest', detail: undefined })
      }
    },
    /** For the ref of the element that becomes as large as the screen. */
    setRoot(element: HTMLElement) {
      store.dispatch({ type: 'fullscreenelementchangerequest', detail: element })
      return () => store.dispatch({ type: 'fullscreenelementchangerequest', detail: undefined })
    },
  }
}

export type PlayerParts = ReturnType<typeof createPlayer>
