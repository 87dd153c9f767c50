import { type Cursor, dateAt, numberAt, textAt, wholeNumberAt } from '../../../../db/paging.ts'
import type { Db } from '../../../../db/sql.ts'

const columns = { createdAt: 'created_at', views: 'views', duration: 'duration', title: 'title' } as const
type SortBy = keyof typeof columns

/**
 * How a list of videos or a search is sorted, and where in it a page begins. An index of `videos` serves each of these.
 */
export interface VideoOrder {
  sortBy: SortBy
  sortType: 'asc' | 'desc'
  cursor?: Cursor | undefined
}

/** The sort value of a row of `v`, as a cursor contains it. */
export const sortValue = (db: Db, { sortBy }: VideoOrder) =>
  sortBy === 'views' ? db`v.views::float8` : db(`v.${columns[sortBy]}`)

export const toCursor = (row: { id: string; value: Date | string | number }): Cursor => ({
  value: row.value instanceof Date ? row.value.toISOString() : row.value,
  id: row.id,
})

export function inOrder(db: Db, { sortBy, sortType }: VideoOrder) {
  const direction = sortType === 'asc' ? db`asc` : db`desc`
  return db`${db(`v.${columns[sortBy]}`)} ${direction}, v.id ${direction}`
}

export function afterCursor(db: Db, { sortBy, sortType, cursor }: VideoOrder) {
  if (!cursor) return db``
  const after = sortType === 'asc' ? db`>` : db`<`
  return db`and (${db(`v.${columns[sortBy]}`)}, v.id) ${after} (${placeOf(db, sortBy, cursor)}, ${cursor.id}::uuid)`
}

/** Cursors come from clients, so the value is only cast to the column's type if it has that type. */
function placeOf(db: Db, sortBy: SortBy, cursor: Cursor) {
  if (sortBy === 'createdAt') return db`${dateAt(cursor)}::timestamptz`
  if (sortBy === 'views') return db`${wholeNumberAt(cursor)}::bigint`
  if (sortBy === 'duration') return db`${numberAt(cursor)}::float8`
  return db`${textAt(cursor)}::text`
}
