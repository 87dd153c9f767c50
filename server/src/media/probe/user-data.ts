import { type FileHandle, open } from 'node:fs/promises'
import { type Box, boxesAt, readHeader, readPart } from './mp4-boxes.ts'

const seiUnitType = 6
const userDataType = 5
/** The id under which x264 writes its version and options, which is not personal data. */
const x264Id = 'dc45e9bde6d948b7962cd820d923eeef'

/** How much of the index of a fragment and of one SEI unit is read. Cameras write less. */
const maxIndexBytes = 4 * 1024 ** 2
const maxSeiBytes = 64 * 1024
/** Most cameras write user data with the first picture, but some write it later. */
const maxPictures = 500
const maxUnits = 64

/** A range of bytes in a file. */
interface Part {
  at: number
  size: number
}

/**
 * Some cameras write their location and name into the H.264 stream as "user data". Removing it makes a copy three times
 * slower, so we first check whether there is any, in the fragment (moof and mdat) at `offset` of a file that we made. A
 * fragment may have gigabytes, so only the start of each unit is read.
 */
export async function hasUserData(path: string, offset: number): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await readHeader(file, offset)
    const index = await readPart(file, offset, Math.min(size, maxIndexBytes))
    for (const picture of picturesIn(index, offset)) if (await hasCameraUnit(file, picture)) return true
    return false
  } finally {
    await file.close()
  }
}

/** The samples of the first track, which is the video in our files. */
function picturesIn(index: Buffer, offset: number): Part[] {
  const [header] = boxesAt(index, ['moof', 'traf', 'tfhd'])
  const [run] = boxesAt(index, ['moof', 'traf', 'trun'])
  if (!header || !run) return []
  const flags = index.readUIntBE(run.start + 9, 3)
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag)
  const sizeField = fields.indexOf(0x200)
  const first = run.start + 20 + (flags & 4 ? 4 : 0)
  const count = Math.min(index.readUInt32BE(run.start + 12), maxPictures)
  let at = offset + index.readInt32BE(run.start + 16)
  return Array.from({ length: count }, (_, number) => {
    const entry = first + (number * fields.length + sizeField) * 4
    const size = sizeField < 0 ? defaultSize(index, header) : index.readUInt32BE(entry)
    at += size
    return { at: at - size, size }
  })
}

/** If all samples have the same size, it is in the header, after optional fields. */
function defaultSize(index: Buffer, header: Box): number {
  const flags = index.readUIntBE(header.start + 9, 3)
  if (!(flags & 0x10)) return 0
  const before = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0) + (flags & 8 ? 4 : 0)
  return index.readUInt32BE(header.start + 16 + before)
}

/** Checks the NAL units of a picture. Each starts with its length in four bytes. */
async function hasCameraUnit(file: FileHandle, { at, size }: Part): Promise<boolean> {
  const end = at + size
  for (let unit = 0; unit < maxUnits && at + 5 <= end; unit += 1) {
    const head = await readPart(file, at, 5)
    if (head.length < 5) return false
    const length = head.readUInt32BE(0)
    const isSei = ((head[4] ?? 0) & 31) === seiUnitType
    if (isSei && isFromCamera(await readPart(file, at + 4, Math.min(length, maxSeiBytes)))) return true
    at += 4 + length
  }
  return false
}

/** Whether an SEI unit contains user data that is not from x264. */
function isFromCamera(unit: Buffer): boolean {
  let at = 1
  while (at + 2 < unit.length) {
    const type = readVariable(unit, at)
    const size = readVariable(unit, type.next)
    const name = unit.toString('hex', size.next, size.next + 16)
    if (type.value === userDataType && name !== x264Id) return true
    at = size.next + size.value
  }
  return false
}

/** Each byte of 255 means that the number continues. */
function readVariable(unit: Buffer, start: number): { value: number; next: number } {
  let at = start
  while (unit[at] === 255) at += 1
  return { value: (at - start) * 255 + (unit[at] ?? 0), next: at + 1 }
}
