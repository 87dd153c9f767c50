import type { Mp4Index, Segment } from './mp4-index.ts'

interface Variant {
  uri: string
  bandwidth: number
  averageBandwidth: number
  width: number
  height: number
  codecs: string
  frameRate: number
}

/** A media playlist of byte ranges in one file. */
export function writeMediaPlaylist({ initSize, segments }: Mp4Index, uri: string): string {
  const longest = Math.max(1, ...segments.map((segment) => Math.round(segment.duration)))
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${uri}",BYTERANGE="${initSize}@0"`,
    ...segments.flatMap(({ duration, offset, size }) => [
      `#EXTINF:${duration.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${size}@${offset}`,
      uri,
    ]),
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}

const startSide = 480

/** Sorted by size, but the variant to start with comes first, because Safari starts with the first one. */
export function writeMasterPlaylist(variants: readonly Variant[]): string {
  const ascending = [...variants].sort((a, b) => a.width * a.height - b.width * b.height)
  const start = ascending.findLast(({ width, height }) => Math.min(width, height) <= startSide)
  const sorted = start ? [start, ...ascending.filter((variant) => variant !== start)] : ascending
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...sorted.flatMap((variant) => [`#EXT-X-STREAM-INF:${attributes(variant)}`, variant.uri]),
  ].join('\n')}\n`
}

/** In bits per second, of the largest segment and on average. */
export function measureBandwidth(segments: readonly Segment[]): {
  bandwidth: number
  averageBandwidth: number
} {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const peaks = segments.filter((segment) => segment.duration >= 0.5).map(rateOf)
  const averageBandwidth = Math.ceil((size * 8) / Math.max(lengthOf(segments), 0.001))
  return { bandwidth: Math.max(averageBandwidth, ...peaks), averageBandwidth }
}

export function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.duration, 0)
}

const rateOf = ({ size, duration }: Segment) => Math.ceil((size * 8) / duration)

function attributes(variant: Variant): string {
  return [
    `BANDWIDTH=${variant.bandwidth}`,
    `AVERAGE-BANDWIDTH=${variant.averageBandwidth}`,
    `RESOLUTION=${variant.width}x${variant.height}`,
    `CODECS="${variant.codecs}"`,
    `FRAME-RATE=${variant.frameRate.toFixed(3)}`,
  ].join(',')
}
