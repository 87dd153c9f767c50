import { describe, expect, it } from 'vitest'
import { measureBandwidth, writeMasterPlaylist, writeMediaPlaylist } from './hls-playlists.ts'

const segments = [
  { duration: 2.002, offset: 1500, size: 50_000 },
  { duration: 2.002, offset: 51_500, size: 100_000 },
  { duration: 0.1, offset: 151_500, size: 20_000 },
]

it('writes a media playlist over byte ranges', () => {
  expect(writeMediaPlaylist({ initSize: 1300, segments, codecs: '' }, '360p.mp4')).toBe(
    `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="360p.mp4",BYTERANGE="1300@0"
#EXTINF:2.002000,
#EXT-X-BYTERANGE:50000@1500
360p.mp4
#EXTINF:2.002000,
#EXT-X-BYTERANGE:100000@51500
360p.mp4
#EXTINF:0.100000,
#EXT-X-BYTERANGE:20000@151500
360p.mp4
#EXT-X-ENDLIST
`,
  )
})

it('measures the bandwidth of the largest segment, ignoring a very short last one', () => {
  expect(measureBandwidth(segments)).toEqual({
    bandwidth: Math.ceil(800_000 / 2.002),
    averageBandwidth: Math.ceil(1_360_000 / 4.104),
  })
})

describe('writeMasterPlaylist', () => {
  const variant = (height: number, bandwidth: number) => ({
    ...{
      uri: `${height}p.m3u8`,
      width: (height * 16) / 9,
      height,
      bandwidth,
      averageBandwidth: bandwidth / 2,
    },
    ...{ codecs: 'avc1.64001f,mp4a.40.2', frameRate: 30_000 / 1001 },
  })

  it('states the requirements of each rendition', () => {
    expect(writeMasterPlaylist([variant(720, 3_000_000)])).toBe(
      `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=3000000,AVERAGE-BANDWIDTH=1500000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=29.970
720p.m3u8
`,
    )
  })

  it('lists the rendition to start with first and the others by size', () => {
    const text = writeMasterPlaylist([1080, 720, 480, 360].map((height) => variant(height, height * 1000)))
    expect(text.match(/\d+p\.m3u8/g)).toEqual(['480p.m3u8', '360p.m3u8', '720p.m3u8', '1080p.m3u8'])
  })
})
