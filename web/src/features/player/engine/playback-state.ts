import { auto, type QualityChoice } from '../qualities.ts'

export type PlaybackState = {
  /** connection: we try again by ourselves · broken: it needs a person */
  trouble: 'none' | 'connection' | 'broken'
  /** Only where hls.js plays; a browser's own HLS chooses alone. */
  canChooseQuality: boolean
  chosenQuality: QualityChoice
  /** The quality on the screen. */
  quality: string | undefined
  /** It is to play as soon as it can. */
  isStarting: boolean
  /** The browser let it start only without sound. */
  isSilenced: boolean
}

export const idleState: PlaybackState = {
  trouble: 'none',
  canChooseQuality: false,
  chosenQuality: auto,
  quality: undefined,
  isStarting: false,
  isSilenced: false,
}
