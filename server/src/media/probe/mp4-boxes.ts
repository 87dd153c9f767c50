import type { FileHandle } from 'node:fs/promises'

/** A part of an MP4 file. Its length and name are at `start`, and its content begins 8 bytes later. */
export interface Box {
  type: string
  start: number
  end: number
}

/** The boxes on one level. Stops at media data, which may extend beyond these bytes. */
function boxesIn(bytes: Buffer, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    const size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (size < 8 || type === 'mdat') break
    boxes.push({ type, start: at, end: at + size })
    at += size
  }
  return boxes
}

/** All boxes along a path of names: `boxesAt(bytes, ['moov', 'trak', 'mdia'])`. */
export function boxesAt(
  bytes: Buffer,
  path: readonly string[],
  within = { start: -8, end: bytes.length },
): Box[] {
  const [name, ...rest] = path
  const found = boxesIn(bytes, within.start + 8, within.end).filter((box) => box.type === name)
  return rest.length === 0 ? found : found.flatMap((box) => boxesAt(bytes, rest, box))
}

/** The type and size of the box at this position; size 0 if there is none. */
export async function readHeader(file: FileHandle, at: number): Promise<{ type: string; size: number }> {
  const bytes = await readPart(file, at, 8)
  if (bytes.length < 8) return { type: '', size: 0 }
  return { type: bytes.toString('latin1', 4, 8), size: bytes.readUInt32BE(0) }
}

/** Returns fewer bytes at the end of the file. */
export async function readPart(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at)
  return buffer.subarray(0, bytesRead)
}
