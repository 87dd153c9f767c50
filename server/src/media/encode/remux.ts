import type { SourceInfo } from '../probe/source-info.ts'

const playableProfiles = ['Constrained Baseline', 'Baseline', 'Main', 'High']
const playablePixelFormats = ['yuv420p', 'yuvj420p']
/** Containers with exact timestamps and an index of keyframes to start at. */
const indexedContainers = ['mov', 'mp4', 'matroska']
const maxLevel = 52
const maxBitRate = 40_000_000
/** By default x264 writes one every 250 frames. Seeking should not have to wait longer than that. */
const maxKeyframeSeconds = 12.5

/** Whether browsers can play the video of this source without encoding, in another container. */
export function canRemux(info: SourceInfo): boolean {
  const { bitRate, video } = info
  const hasPlayableCodec =
    video.codec === 'h264' &&
    playableProfiles.includes(video.profile) &&
    playablePixelFormats.includes(video.pixelFormat) &&
    video.level <= maxLevel &&
    !video.isInterlaced &&
    !video.isHdr
  const hasSquarePixels = video.sampleAspectRatio.num === video.sampleAspectRatio.den
  return hasPlayableCodec && hasSquarePixels && canSeek(info) && bitRate <= maxBitRate
}

/** Whether any time in this source can be reached exactly, without decoding much before it. */
export function canSeek({ container, packets }: SourceInfo): boolean {
  return (
    packets.startsWithKeyframe &&
    !packets.hasHiddenFrames &&
    packets.maxKeyframeGap <= maxKeyframeSeconds &&
    container.split(',').some((name) => indexedContainers.includes(name))
  )
}

/** Whether every browser can play the sound as it is. Otherwise it is encoded, which is fast enough. */
export function canCopyAudio({ audio }: SourceInfo): boolean {
  return (
    audio?.codec === 'aac' &&
    ['LC', 'HE-AAC'].includes(audio.profile) &&
    audio.channels <= 2 &&
    audio.sampleRate <= 48_000
  )
}
