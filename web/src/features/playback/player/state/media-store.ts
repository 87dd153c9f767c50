import { createMediaStore, type MediaState } from 'media-chrome/media-store/media-store.js'
import { stateMediator } from 'media-chrome/media-store/state-mediator.js'

/** Media Chrome's mediator, with a few more events. */
const mediator: typeof stateMediator = {
  ...stateMediator,
  // A seek while paused ends without 'playing'.
  mediaLoading: {
    ...stateMediator.mediaLoading,
    mediaEvents: ['waiting', 'playing', 'emptied', 'canplay', 'seeked'],
  },
  // Another video has not begun.
  mediaCurrentTime: {
    ...stateMediator.mediaCurrentTime,
    mediaEvents: ['timeupdate', 'loadedmetadata', 'seeking', 'emptied'],
  },
  mediaBuffered: {
    ...stateMediator.mediaBuffered,
    mediaEvents: ['progress', 'emptied', 'seeking', 'timeupdate'],
  },
}

/**
 * The state that controls read and the requests that they make. We use Media Chrome's store but not its elements, which
 * would take 33 kB (brotli) instead of 8 kB.
 */
export function createPlayerStore() {
  return createMediaStore({
    documentElement: document,
    stateMediator: mediator,
    monitorStateOwnersOnlyWithSubscriptions: false,
    // We save these ourselves, see settings.ts.
    options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
  })
}

export type PlayerStore = ReturnType<typeof createPlayerStore>
export type PlayerState = Partial<MediaState>
