import type { AudioInfo, PacketInfo, SourceInfo, VideoInfo } from './source-info.ts'

type Changes = Partial<Pick<SourceInfo, 'container' | 'duration' | 'bitRate'>> & {
  video?: Partial<VideoInfo>
  audio?: Partial<AudioInfo> | null
  packets?: Partial<PacketInfo>
}

/** A minute of 1080p H.264 with AAC in MP4, with the changes of a test. */
export function sourceInfo(changes: Changes = {}): SourceInfo {
  const { video, audio, packets, ...rest } = changes
  const width = video?.width ?? 1920
  const height = video?.height ?? 1080
  return {
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    duration: 60,
    bitRate: 8_000_000,
    ...rest,
    video: {
      ...{ index: 0, codec: 'h264', profile: 'High', level: 40, pixelFormat: 'yuv420p' },
      ...{
        width,
        height,
        codedWidth: width,
        codedHeight: height,
        rotation: 0,
        duration: rest.duration ?? 60,
      },
      ...{ sampleAspectRatio: { num: 1, den: 1 }, frameRate: { num: 30, den: 1 } },
      ...{ isVariableFrameRate: false, isInterlaced: false, isHdr: false },
      ...{ colorSpace: 'bt709', colorTransfer: 'bt709', colorPrimaries: 'bt709', colorRange: 'tv' },
      ...video,
    },
    audio:
      audio === null
        ? null
        : { index: 1, codec: 'aac', profile: 'LC', channels: 2, sampleRate: 48_000, ...audio },
    packets: { startsWithKeyframe: true, maxKeyframeGap: 2, hasHiddenFrames: false, ...packets },
  }
}
