import { pageSize } from '@vireo/contract'
import { badRequest } from '../lib/app-error.ts'
import { isId } from '../lib/ids.ts'

/** A place in a list: the sort value of its last row and that row's id, which breaks ties. */
export interface Cursor {
  value: string | number
  id: string
}

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** `extra` is what a list needs for its next page besides the place. */
export const encodeCursor = ({ value, id }: Cursor, ...extra: string[]) =>
  Buffer.from(JSON.stringify([value, id, ...extra])).toString('base64url')

export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (!text) return undefined
  const { place, extra } = decodeCursorParts(text)
  if (extra.length > 0) throw wrongCursor()
  return place
}

/** For lists whose cursors contain more than a place. */
export function decodeCursorParts(text: string): { place: Cursor; extra: unknown[] } {
  try {
    const [value, id, ...extra] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const isPlace = (typeof value === 'string' || typeof value === 'number') && typeof id === 'string'
    if (isPlace && isId(id)) return { place: { value, id }, extra }
  } catch {
    // Not JSON: refused below like JSON of another shape.
  }
  throw wrongCursor()
}

export const wrongCursor = () => badRequest('Invalid cursor', 'cursor')

// Clients can send any cursor, so each list checks that the value has the type of its sort column.

export function dateAt({ value }: Cursor): Date {
  const date = new Date(value)
  const year = date.getUTCFullYear()
  // PostgreSQL accepts other years, but in a notation that JavaScript does not write.
  if (!(year >= 1 && year <= 9999)) throw wrongCursor()
  return date
}

export function countAt(cursor: Cursor): number {
  const count = wholeNumberAt(cursor)
  if (Math.abs(count) >= 2 ** 31) throw wrongCursor()
  return count
}

export function wholeNumberAt({ value }: Cursor): number {
  if (!Number.isSafeInteger(value)) throw wrongCursor()
  return Number(value)
}

export function numberAt({ value }: Cursor): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongCursor()
  return value
}

/** PostgreSQL cannot store a NUL character in text. */
export function textAt({ value }: Cursor): string {
  if (typeof value !== 'string' || value.includes('\0')) throw wrongCursor()
  return value
}

export const limitOf = (limit: number | undefined, fallback: number = pageSize.default) => limit ?? fallback

/**
 * How many letters the texts of a page may have together. Writing a response of megabytes would hold up all other
 * requests, so a page of very long texts is shorter than its limit.
 */
const maxLetters = 50_000

/**
 * Expects the rows of a query with `limit + 1`: the extra row shows that there is a next page. `lettersOf` counts the
 * letters of a row whose texts people write as long as they like.
 */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
  lettersOf: (row: Row) => number = () => 0,
): Page<Row> {
  let letters = 0
  const tooMany = rows.findIndex((row) => {
    letters += lettersOf(row)
    return letters > maxLetters
  })
  const shown = rows.slice(0, tooMany < 0 ? limit : Math.min(limit, Math.max(tooMany, 1)))
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return { rows: shown, nextCursor: last ? encodeCursor(cursorOf(last)) : null }
}
