export interface Rational {
  num: number
  den: number
}

export interface VideoInfo {
  /** The index of the stream in its file. Cover art and sound may come before it. */
  index: number
  codec: string
  profile: string
  level: number
  pixelFormat: string
  /** As displayed: upright and with square pixels. */
  width: number
  height: number
  /** As stored. */
  codedWidth: number
  codedHeight: number
  /** Degrees clockwise by which a player has to rotate the stored picture. */
  rotation: 0 | 90 | 180 | 270
  sampleAspectRatio: Rational
  frameRate: Rational
  isVariableFrameRate: boolean
  /** In seconds. The sound may be longer. */
  duration: number
  isInterlaced: boolean
  isHdr: boolean
  /** ffmpeg's names; empty if the file does not state them. */
  colorSpace: string
  colorTransfer: string
  colorPrimaries: string
  colorRange: string
}

export interface AudioInfo {
  index: number
  codec: string
  profile: string
  channels: number
  sampleRate: number
}

/** What is known from the first seconds of the video stream. */
export interface PacketInfo {
  startsWithKeyframe: boolean
  maxKeyframeGap: number
  /** An edit list hides frames that would be visible in a copy. */
  hasHiddenFrames: boolean
}

export interface SourceInfo {
  /** ffprobe's name: `mov,mp4,m4a,3gp,3g2,mj2`, `matroska,webm`… */
  container: string
  /** In seconds, as the container states it or as measured. The result of an encode may differ. */
  duration: number
  bitRate: number
  video: VideoInfo
  audio: AudioInfo | null
  /** Whether there are subtitles as text. Not known for videos from older versions. */
  hasCaptions?: boolean
  packets: PacketInfo
}

export function toNumber({ num, den }: Rational): number {
  return num / den
}
