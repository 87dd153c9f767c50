export type Rational = { num: number; den: number }

export type VideoInfo = {
  /** Of the stream in its file: cover art and sound may come before it. */
  index: number
  codec: string
  profile: string
  level: number
  pixelFormat: string
  /** As a viewer sees it: upright, with square pixels. */
  width: number
  height: number
  /** As stored. */
  codedWidth: number
  codedHeight: number
  /** Degrees clockwise that a player must turn the stored picture. */
  rotation: 0 | 90 | 180 | 270
  sampleAspectRatio: Rational
  frameRate: Rational
  isVariableFrameRate: boolean
  /** Seconds; the sound may go on for longer. */
  duration: number
  isInterlaced: boolean
  isHdr: boolean
  /** ffmpeg's names, empty where the file does not say. */
  colorSpace: string
  colorTransfer: string
  colorPrimaries: string
  colorRange: string
}

export type AudioInfo = {
  index: number
  codec: string
  profile: string
  channels: number
  sampleRate: number
}

/** What a look at the first seconds of the video stream told. */
export type PacketInfo = {
  startsWithKeyframe: boolean
  maxKeyframeGap: number
  /** An edit list hides frames that a plain copy would show. */
  hasHiddenFrames: boolean
}

export type SourceInfo = {
  /** ffprobe's name: `mov,mp4,m4a,3gp,3g2,mj2`, `matroska,webm`… */
  container: string
  /** Seconds, as the container says or as counted; what comes out may differ. */
  duration: number
  bitRate: number
  video: VideoInfo
  audio: AudioInfo | null
  /** Text that runs along; not known of videos that were taken in earlier. */
  hasCaptions?: boolean
  packets: PacketInfo
}

export function toNumber({ num, den }: Rational): number {
  return num / den
}
