import { type Box, boxesAt } from './mp4-boxes.ts'

const SEI = 6
const USER_DATA = 5
/** x264 signs its work under this name, which tells nothing about anybody. */
const X264 = 'dc45e9bde6d948b7962cd820d923eeef'

/**
 * Some cameras write the place and their own name into the H.264 stream itself, as "user data". Taking
 * that out rewrites every byte and makes a copy three times slower, so we look whether it is there: in
 * the first fragment (moof and mdat) of a file that we made.
 */
export function hasUserData(fragment: Buffer): boolean {
  return picturesIn(fragment).some((picture) => unitsIn(picture).some(isForeign))
}

/** The samples of the first track, which in our files is the picture. */
function picturesIn(fragment: Buffer): Buffer[] {
  const [header] = boxesAt(fragment, ['moof', 'traf', 'tfhd'])
  const [run] = boxesAt(fragment, ['moof', 'traf', 'trun'])
  if (!header || !run) return []
  const flags = fragment.readUIntBE(run.start + 9, 3)
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag)
  const sizeField = fields.indexOf(0x200)
  const first = run.start + 20 + (flags & 4 ? 4 : 0)
  let at = fragment.readInt32BE(run.start + 16)
  return Array.from({ length: fragment.readUInt32BE(run.start + 12) }, (_, index) => {
    const entry = first + (index * fields.length + sizeField) * 4
    const size = sizeField < 0 ? defaultSize(fragment, header) : fragment.readUInt32BE(entry)
    at += size
    return fragment.subarray(at - size, at)
  })
}

/** Where all samples have one size it stands in the header, behind fields that may be absent. */
function defaultSize(fragment: Buffer, header: Box): number {
  const flags = fragment.readUIntBE(header.start + 9, 3)
  if (!(flags & 0x10)) return 0
  const before = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0) + (flags & 8 ? 4 : 0)
  return fragment.readUInt32BE(header.start + 16 + before)
}

/** NAL units, each behind its length in four bytes. */
function unitsIn(picture: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at + 4 < picture.length; ) {
    const size = picture.readUInt32BE(at)
    units.push(picture.subarray(at + 4, at + 4 + size))
    at += 4 + size
  }
  return units
}

/** Is this an SEI unit with user data that is not x264's? */
function isForeign(unit: Buffer): boolean {
  if (((unit[0] ?? 0) & 31) !== SEI) return false
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
