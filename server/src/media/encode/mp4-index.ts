import { open } from 'node:fs/promises'
import { type Box, boxesAt, readHeader, readPart } from '../probe/mp4-boxes.ts'

/** One fragment of the file: its length in seconds and its bytes. */
export interface Segment {
  duration: number
  offset: number
  size: number
}

export interface Mp4Index {
  /** How many bytes at the start a player needs before any fragment. */
  initSize: number
  segments: Segment[]
  /** As in CODECS of a playlist: `avc1.64001f,mp4a.40.2`. */
  codecs: string
}

/** Even the index of a video of 24 hours is smaller. */
const maxHeadBytes = 16 * 1024 * 1024

/** Reads the moov and sidx boxes at the start of a fragmented file that ffmpeg wrote for us. */
export async function readMp4Index(path: string): Promise<Mp4Index> {
  const file = await open(path)
  try {
    let length = 0
    while (length < maxHeadBytes) {
      const { type, size } = await readHeader(file, length)
      if (size < 8 || ['moof', 'mdat'].includes(type)) break
      length += size
    }
    return parseMp4Index(await readPart(file, 0, Math.min(length, maxHeadBytes)))
  } finally {
    await file.close()
  }
}

function parseMp4Index(head: Buffer): Mp4Index {
  const [moov] = boxesAt(head, ['moov'])
  const indexes = boxesAt(head, ['sidx'])
  const last = indexes.at(-1)
  if (!moov || !last) return { initSize: 0, segments: [], codecs: '' }
  // There is one index per track. The first is that of the video, and every fragment starts with a picture.
  const [picture = [], ...others] = indexes.map((box) => readIndex(head, box))
  let offset = last.end
  const segments = picture.map(({ duration, size }) => {
    offset += size
    return { duration, offset: offset - size, size }
  })
  return { initSize: moov.end, segments: withTail(segments, others), codecs: readCodecs(head) }
}

/** Adds sound that continues after the last picture to the last fragment, unless it is only padding. */
function withTail(segments: Segment[], others: { duration: number }[][]): Segment[] {
  const lengthOf = (parts: { duration: number }[]) => parts.reduce((sum, part) => sum + part.duration, 0)
  const tail = Math.max(0, ...others.map(lengthOf)) - lengthOf(segments)
  const last = segments.at(-1)
  if (!last || tail < 0.1) return segments
  return [...segments.slice(0, -1), { ...last, duration: last.duration + tail }]
}

function readIndex(head: Buffer, box: Box): { duration: number; size: number }[] {
  const isLong = head[box.start + 8] === 1
  const timescale = head.readUInt32BE(box.start + 16)
  const countAt = box.start + (isLong ? 38 : 30)
  return Array.from({ length: head.readUInt16BE(countAt) }, (_, index) => {
    const at = countAt + 2 + index * 12
    return {
      size: head.readUInt32BE(at) & 0x7fffffff,
      duration: head.readUInt32BE(at + 4) / timescale,
    }
  })
}

function readCodecs(head: Buffer): string {
  const tables = boxesAt(head, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'])
  return tables.map((table) => readCodec(head.subarray(table.start, table.end))).join(',')
}

/** The exact string is in the configuration of the decoder, at a fixed offset after its name. */
function readCodec(stsd: Buffer): string {
  const avc = stsd.indexOf('avcC')
  if (avc >= 0) return `avc1.${stsd.toString('hex', avc + 5, avc + 8)}`
  const esds = stsd.indexOf('esds')
  // Descriptor 5 is the AudioSpecificConfig; its first five bits are the object type.
  const config = stsd.indexOf(Buffer.from([0x05, 0x80, 0x80, 0x80]), esds)
  const objectType = config >= 0 ? (stsd[config + 5] ?? 0) >> 3 : 2
  return `mp4a.40.${objectType || 2}`
}
