import type { Video } from '@vireo/contract'
import type { RefObject } from 'react'

/** The fields that the player needs. The response of `api.videos.get` has them all. */
export type PlayableVideo = Pick<
  Video,
  | '_id'
  | 'title'
  | 'description'
  | 'thumbnail'
  | 'placeholder'
  | 'videofile'
  | 'duration'
  | 'width'
  | 'height'
  | 'status'
  | 'progress'
  | 'isPlayable'
  | 'hls'
  | 'renditions'
  | 'storyboard'
  | 'captions'
> & {
  owner: Pick<Video['owner'], 'fullname'>
  /** Seconds; where the viewer left off. */
  resumeAt?: number
}

export type NextVideo = { title: string; thumbnail: string | null; onPlay: () => void }

export type OverlayParts = {
  video: PlayableVideo
  /** The element of the whole player. */
  root: RefObject<HTMLElement | null>
  next: NextVideo | undefined
  previous: NextVideo | undefined
}

export type PlayerHandle = {
  /** Shows the player, seeks and plays, for timestamps in texts. */
  seekTo: (seconds: number) => void
  /** Seconds. */
  getTime: () => number
  media: HTMLVideoElement
}
