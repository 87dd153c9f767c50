import { describe, expect, it } from 'vitest'
import { type ProbeJson, type ProbePacket, type ProbeStream, readProbe } from './probe-read.ts'

const picture: ProbeStream = {
  ...{ index: 0, codec_type: 'video', codec_name: 'h264', profile: 'High', level: 40, pix_fmt: 'yuv420p' },
  ...{ width: 1920, height: 1080, avg_frame_rate: '30000/1001' },
}
const sound: ProbeStream = {
  ...{ index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2, sample_rate: '48000' },
}

function packets(rate: number, count: number, index = 0): ProbePacket[] {
  return Array.from({ length: count }, (_, frame) => ({
    stream_index: index,
    pts_time: (frame / rate).toFixed(6),
    flags: frame % 60 === 0 ? 'K_' : '__',
  }))
}

function read(changes: ProbeJson = {}) {
  return readProbe({
    format: { format_name: 'mov,mp4', duration: '12.5', bit_rate: '5000' },
    streams: [picture, sound],
    packets: packets(29.97, 200),
    ...changes,
  })
}

const withPicture = (changes: Partial<ProbeStream>) => read({ streams: [{ ...picture, ...changes }] })

describe('readProbe', () => {
  it('reads an ordinary file', () => {
    expect(read()).toMatchObject({
      duration: 12.5,
      bitRate: 5000,
      video: { index: 0, width: 1920, height: 1080, rotation: 0, frameRate: { num: 30_000, den: 1001 } },
      audio: { index: 1, codec: 'aac', channels: 2, sampleRate: 48_000 },
      packets: { startsWithKeyframe: true, hasHiddenFrames: false },
    })
  })

  it.each([
    [-90, 90],
    [90, 270],
    [180, 180],
    [-180, 180],
    [0, 0],
  ])('turns ffprobe %d degrees into %d clockwise', (said, rotation) => {
    const { video } = withPicture({ side_data_list: [{ rotation: said }] })
    const [width, height] = rotation % 180 === 0 ? [1920, 1080] : [1080, 1920]
    expect(video).toMatchObject({ rotation, width, height, codedWidth: 1920, codedHeight: 1080 })
  })

  it('accepts more packets than a function call can take arguments', () => {
    expect(read({ packets: packets(30_000, 300_000) }).packets.maxKeyframeGap).toBeCloseTo(0.002)
  })

  it('measures non-square pixels as they are displayed', () => {
    const sd = { width: 720, height: 576, sample_aspect_ratio: '64:45' }
    expect(withPicture(sd).video).toMatchObject({ width: 1024, height: 576, codedWidth: 720 })
    const turned = withPicture({ ...sd, side_data_list: [{ rotation: 90 }] })
    expect(turned.video).toMatchObject({ width: 576, height: 1024 })
    expect(withPicture({ sample_aspect_ratio: '0:1' }).video.width).toBe(1920)
  })

  it('skips cover art and sound to find the real video', () => {
    const cover = { ...picture, index: 0, codec_name: 'mjpeg', disposition: { attached_pic: 1, default: 1 } }
    const streams = [cover, { ...sound, index: 1 }, { ...picture, index: 2 }]
    const info = read({ streams, packets: packets(30, 100, 2) })
    expect([info.video.index, info.audio?.index]).toEqual([2, 1])
  })

  it('prefers the typical frame interval to an average rate that pauses lower', () => {
    const times = [...packets(30, 90), { stream_index: 0, pts_time: '9', flags: '__' }]
    const { video } = read({ streams: [{ ...picture, avg_frame_rate: '10/1' }], packets: times })
    expect(video).toMatchObject({ frameRate: { num: 30, den: 1 }, isVariableFrameRate: true })
  })

  it('does not mistake the rounded timestamps of a Matroska file for a variable rate', () => {
    const rounded = packets(30, 90).map((packet) => ({
      ...packet,
      pts_time: Number(packet.pts_time).toFixed(3),
    }))
    expect(read({ packets: rounded }).video.isVariableFrameRate).toBe(false)
  })

  it('recognises HDR by its transfer function', () => {
    expect(withPicture({ color_transfer: 'smpte2084' }).video.isHdr).toBe(true)
    expect(withPicture({ color_transfer: 'arib-std-b67' }).video.isHdr).toBe(true)
    expect(withPicture({ color_transfer: 'bt709' }).video.isHdr).toBe(false)
  })

  it('gives a single frame without a duration the length of a frame', () => {
    const one = read({
      format: {},
      streams: [{ ...picture, avg_frame_rate: '25/1' }],
      packets: packets(25, 1),
    })
    expect(one.duration).toBeCloseTo(0.04)
  })

  it('leaves an unknown duration at 0, to be measured', () => {
    expect(read({ format: {} }).duration).toBe(0)
  })

  it.each<[string, ProbeJson, RegExp]>([
    ['only sound', { streams: [sound] }, /no video in it/],
    ['nothing', { streams: [] }, /no video in it/],
    ['no packets and no duration', { format: {}, packets: [] }, /no length/],
    ['a duration but no packets', { packets: [] }, /incomplete/],
    [
      'too wide a picture',
      { streams: [{ ...picture, width: 8194 }] },
      /Each side must be between 16 and 8192 pixels/,
    ],
    [
      'too low a picture',
      { streams: [{ ...picture, height: 14 }] },
      /Each side must be between 16 and 8192 pixels/,
    ],
    [
      'absurd pixels',
      { streams: [{ ...picture, sample_aspect_ratio: '100:1' }] },
      /Each side must be between 16 and 8192 pixels/,
    ],
    [
      'an exotic picture',
      { streams: [{ ...picture, codec_name: 'cinepak' }] },
      /uses the codec \w+, which is not supported/,
    ],
    [
      'exotic sound',
      { streams: [picture, { ...sound, codec_name: 'atrac3' }] },
      /uses the codec \w+, which is not supported/,
    ],
  ])('refuses a file with %s', (_what, json, message) => {
    const refusal = { name: 'RefusedMediaError', message: expect.stringMatching(message) }
    expect(() => read(json)).toThrow(expect.objectContaining(refusal))
  })
})
