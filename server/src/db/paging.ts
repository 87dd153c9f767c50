import { pageSize } from '@vireo/contract'
import { badRequest } from '../lib/app-error.ts'

/** A place in a list: the sort value of its last row and that row's id, which breaks ties. */
export interface Cursor {
  value: string | number
  id: string
}

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

export const encodeCursor = ({ value, id }: Cursor) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (!text) return undefined
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString())
    if ((typeof value === 'string' || typeof value === 'number') && typeof id === 'string')
      return { value, id }
  } catch {
    // Falls through to the same refusal as a well-formed cursor of another shape.
  }
  throw badRequest('The cursor is not one of this list', 'cursor')
}

export const limitOf = (limit: number | undefined) => limit ?? pageSize.default

/** Takes the one row too many that a query asked for as the sign that there is more. */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, nextCursor: last ? encodeCursor(cursorOf(last)) : null }
}
