import { type FileHandle, open } from 'node:fs/promises'
import { type Box, boxesAt, readHeader, readPart } from './mp4-boxes.ts'

const SEI = 6
const USER_DATA = 5
/** x264 signs its work under this name, which tells nothing about anybody. */
const X264 = 'dc45e9bde6d948b7962cd820d923eeef'

/** The most that is read of a fragment's index and of one SEI unit; cameras write less. */
const MAX_INDEX = 4 * 1024 ** 2
const MAX_SEI = 64 * 1024
/** Most cameras write user data with the first picture; the others are checked because some write it later. */
const MAX_PICTURES = 500
const MAX_UNITS = 64

/** A range of bytes in a file. */
type Part = { at: number; size: number }

/**
 * Some cameras write the place and their own name into the H.264 stream itself, as "user data". Taking
 * that out rewrites every byte and makes a copy three times slower, so we look whether it is there: in
 * the fragment (moof and mdat) at `offset` of a file that we made. A fragment may have gigabytes, so only the
 * start of each unit is read.
 */
export async function hasUserData(path: string, offset: number): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await readHeader(file, offset)
    const index = await readPart(file, offset, Math.min(size, MAX_INDEX))
    for (const picture of picturesIn(index, offset)) if (await hasForeignUnit(file, picture)) return true
    return false
  } finally {
    await file.close()
  }
}

/** The samples of the first track, which in our files is the picture. */
function picturesIn(index: Buffer, offset: number): Part[] {
  const [header] = boxesAt(index, ['moof', 'traf', 'tfhd'])
  const [run] = boxesAt(index, ['moof', 'traf', 'trun'])
  if (!header || !run) return []
  const flags = index.readUIntBE(run.start + 9, 3)
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag)
  const sizeField = fields.indexOf(0x200)
  const first = run.start + 20 + (flags & 4 ? 4 : 0)
  const count = Math.min(index.readUInt32BE(run.start + 12), MAX_PICTURES)
  let at = offset + index.readInt32BE(run.start + 16)
  return Array.from({ length: count }, (_, number) => {
    const entry = first + (number * fields.length + sizeField) * 4
    const size = sizeField < 0 ? defaultSize(index, header) : index.readUInt32BE(entry)
    at += size
    return { at: at - size, size }
  })
}

/** Where all samples have one size it stands in the header, behind fields that may be absent. */
function defaultSize(index: Buffer, header: Box): number {
  const flags = index.readUIntBE(header.start + 9, 3)
  if (!(flags & 0x10)) return 0
  const before = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0) + (flags & 8 ? 4 : 0)
  return index.readUInt32BE(header.start + 16 + before)
}

/** Looks at the NAL units of a picture, each behind its length in four bytes. */
async function hasForeignUnit(file: FileHandle, { at, size }: Part): Promise<boolean> {
  const end = at + size
  for (let unit = 0; unit < MAX_UNITS && at + 5 <= end; unit += 1) {
    const head = await readPart(file, at, 5)
    if (head.length < 5) return false
    const length = head.readUInt32BE(0)
    const isSei = ((head[4] ?? 0) & 31) === SEI
    if (isSei && isForeign(await readPart(file, at + 4, Math.min(length, MAX_SEI)))) return true
    at += 4 + length
  }
  return false
}

/** Has this SEI unit user data that is not x264's? */
function isForeign(unit: Buffer): boolean {
  let at = 1
  while (at + 2 < unit.length) {
    const type = readVariable(unit, at)
    const size = readVariable(unit, type.next)
    const name = unit.toString('hex', size.next, size.next + 16)
    if (type.value === USER_DATA && name !== X264) return true
    at = size.next + size.value
  }
  return false
}

/** Each byte of 255 says that the number goes on. */
function readVariable(unit: Buffer, start: number): { value: number; next: number } {
  let at = start
  while (unit[at] === 255) at += 1
  return { value: (at - start) * 255 + (unit[at] ?? 0), next: at + 1 }
}
