import type { SourceInfo } from './source-info.ts'

const PROFILES = ['Constrained Baseline', 'Baseline', 'Main', 'High']
const PIXEL_FORMATS = ['yuv420p', 'yuvj420p']
const CONTAINERS = ['mov', 'mp4', 'matroska']
const MAX_LEVEL = 52
const MAX_BIT_RATE = 40_000_000
/** x264 makes one every 250 frames unless told otherwise; a seek should not wait for more than that. */
const MAX_KEYFRAME_GAP = 12.5

/** Can browsers play the pictures of this source as they are, copied into another container? */
export function canRemux({ container, bitRate, video, packets }: SourceInfo): boolean {
  const isCodecFine =
    video.codec === 'h264' &&
    PROFILES.includes(video.profile) &&
    PIXEL_FORMATS.includes(video.pixelFormat) &&
    video.level <= MAX_LEVEL &&
    !video.isInterlaced &&
    !video.isHdr
  const isShapeFine = video.sampleAspectRatio.num === video.sampleAspectRatio.den
  const isStreamFine =
    packets.startsWithKeyframe && !packets.hasHiddenFrames && packets.maxKeyframeGap <= MAX_KEYFRAME_GAP
  return (
    isCodecFine &&
    isShapeFine &&
    isStreamFine &&
    bitRate <= MAX_BIT_RATE &&
    container.split(',').some((name) => CONTAINERS.includes(name))
  )
}

/** Sound is copied where every browser plays it; encoding it anew is quick enough otherwise. */
export function canCopyAudio({ audio }: SourceInfo): boolean {
  return (
    audio?.codec === 'aac' &&
    ['LC', 'HE-AAC'].includes(audio.profile) &&
    audio.channels <= 2 &&
    audio.sampleRate <= 48_000
  )
}
