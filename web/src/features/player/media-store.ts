import { createMediaStore, type MediaState } from 'media-chrome/media-store/media-store.js'
import { stateMediator } from 'media-chrome/media-store/state-mediator.js'

/** Media Chrome's own reading of the element, told a little more often. */
const mediator: typeof stateMediator = {
  ...stateMediator,
  // A seek while paused ends without 'playing'.
  mediaLoading: {
    ...stateMediator.mediaLoading,
    mediaEvents: ['waiting', 'playing', 'emptied', 'canplay', 'seeked'],
  },
  mediaBuffered: {
    ...stateMediator.mediaBuffered,
    mediaEvents: ['progress', 'emptied', 'seeking', 'timeupdate'],
  },
}

/**
 * The state that controls read and the requests that they make. Of Media Chrome we take this store and not its
 * elements: those weigh 33 kB (brotli) against 8 kB, and hls.js leaves no room for them.
 */
export function createPlayerStore() {
  return createMediaStore({
    documentElement: document,
    stateMediator: mediator,
    monitorStateOwnersOnlyWithSubscriptions: false,
    // We remember these ourselves, validated.
    options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
  })
}

export type PlayerStore = ReturnType<typeof createPlayerStore>
export type PlayerState = Partial<MediaState>
