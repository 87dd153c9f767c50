import type { Video } from '@vireo/contract'

/** What the player needs to know of a video; the answer of `api.video.get` has it all. */
export type PlayableVideo = Pick<
  Video,
  | '_id'
  | 'title'
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

export type PlayerHandle = {
  /** Goes there and plays, as a timestamp in a text promises. */
  seekTo: (seconds: number) => void
}
