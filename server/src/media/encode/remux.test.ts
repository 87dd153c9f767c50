import { describe, expect, it } from 'vitest'
import { sourceInfo } from '../probe/source-info.fixture.ts'
import { canCopyAudio, canRemux } from './remux.ts'

type Changes = Parameters<typeof sourceInfo>[0]

describe('canRemux', () => {
  it.each<[string, Changes]>([
    ['H.264 in MP4', {}],
    ['H.264 in Matroska', { container: 'matroska,webm' }],
    ['a silent one', { audio: null }],
    ['one with sound that must be encoded anew', { audio: { codec: 'opus' } }],
    ['full-range colours', { video: { pixelFormat: 'yuvj420p' } }],
    ['a phone video on its side, which browsers turn', { video: { rotation: 90 } }],
  ])('accepts %s', (_what, changes) => {
    expect(canRemux(sourceInfo(changes))).toBe(true)
  })

  it.each<[string, Changes]>([
    ['HEVC', { video: { codec: 'hevc' } }],
    ['ten bits', { video: { profile: 'High 10', pixelFormat: 'yuv420p10le' } }],
    ['4:2:2', { video: { profile: 'High 4:2:2', pixelFormat: 'yuv422p' } }],
    ['a level beyond decoders', { video: { level: 60 } }],
    ['interlaced pictures', { video: { isInterlaced: true } }],
    ['HDR', { video: { isHdr: true } }],
    ['non-square pixels', { video: { sampleAspectRatio: { num: 12, den: 11 } } }],
    ['a container whose times cannot be trusted', { container: 'avi' }],
    ['a bit rate that nobody could stream', { bitRate: 80_000_000 }],
    ['keyframes half a minute apart', { packets: { maxKeyframeGap: 30 } }],
    ['no keyframe at the start', { packets: { startsWithKeyframe: false } }],
    ['frames that an edit list hides', { packets: { hasHiddenFrames: true } }],
  ])('refuses %s', (_what, changes) => {
    expect(canRemux(sourceInfo(changes))).toBe(false)
  })
})

describe('canCopyAudio', () => {
  it('copies stereo AAC and nothing else', () => {
    expect(canCopyAudio(sourceInfo())).toBe(true)
    expect(canCopyAudio(sourceInfo({ audio: { codec: 'mp3' } }))).toBe(false)
    expect(canCopyAudio(sourceInfo({ audio: { channels: 6 } }))).toBe(false)
    expect(canCopyAudio(sourceInfo({ audio: { profile: 'Main' } }))).toBe(false)
    expect(canCopyAudio(sourceInfo({ audio: null }))).toBe(false)
  })
})
