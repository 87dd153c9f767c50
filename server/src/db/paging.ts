import { pageSize } from '@vireo/contract'
import { badRequest } from '../lib/app-error.ts'
import { isId } from '../lib/ids.ts'

/** A place in a list: the sort value of its last row and that row's id, which breaks ties. */
export interface Cursor {
  value: string | number
  id: string
  /** Of a search that nothing matches: what brings its related results. */
  relatedBy?: RelatedBy
}

const waysToRelate = ['correction', 'words'] as const
export type RelatedBy = (typeof waysToRelate)[number]

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

export const encodeCursor = ({ value, id, relatedBy }: Cursor) =>
  Buffer.from(JSON.stringify([value, id, ...(relatedBy ? [relatedBy] : [])])).toString('base64url')

export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (!text) return undefined
  try {
    const [value, id, relatedBy] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const isKnown = relatedBy === undefined || waysToRelate.includes(relatedBy)
    const isPlace = (typeof value === 'string' || typeof value === 'number') && typeof id === 'string'
    if (isPlace && isId(id) && isKnown) return { value, id, ...(relatedBy && { relatedBy }) }
  } catch {
    // Falls through to the same refusal as a well-formed cursor of another shape.
  }
  throw foreign()
}

const foreign = () => badRequest('The cursor is not one of this list', 'cursor')

/** A cursor comes from outside, so its value is one of this kind of list only if it looks like one. */
export function dateAt({ value }: Cursor): Date {
  const date = new Date(value)
  const year = date.getUTCFullYear()
  // The database knows other years, but writes them otherwise.
  if (!(year >= 1 && year <= 9999)) throw foreign()
  return date
}

export function countAt(cursor: Cursor): number {
  const count = wholeNumberAt(cursor)
  if (Math.abs(count) >= 2 ** 31) throw foreign()
  return count
}

export function wholeNumberAt({ value }: Cursor): number {
  if (!Number.isSafeInteger(value)) throw foreign()
  return Number(value)
}

export function numberAt({ value }: Cursor): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw foreign()
  return value
}

/** The database has no text with a NUL. */
export function textAt({ value }: Cursor): string {
  if (typeof value !== 'string' || value.includes('\0')) throw foreign()
  return value
}

export const limitOf = (limit: number | undefined, fallback: number = pageSize.default) => limit ?? fallback

/** Takes the one row too many that a query asked for as the sign that there is more. */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, nextCursor: last ? encodeCursor(cursorOf(last)) : null }
}
