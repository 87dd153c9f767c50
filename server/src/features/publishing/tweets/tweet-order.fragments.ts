import { type Cursor, countAt, dateAt } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'

/** The orders of videos are accepted too, each mapped to the closest order that has an index. */
const columns = {
  createdAt: 'created_at',
  duration: 'created_at',
  title: 'created_at',
  likes: 'likes_count',
  views: 'likes_count',
} as const

/** How a list of tweets is sorted, and where in it a page begins. */
export interface TweetOrder {
  sortBy: keyof typeof columns
  sortType: 'asc' | 'desc'
  cursor?: Cursor | undefined
}

const isByLikes = ({ sortBy }: TweetOrder) => columns[sortBy] === 'likes_count'

export function inOrder(db: Db, { sortBy, sortType }: TweetOrder) {
  const direction = sortType === 'asc' ? db`asc` : db`desc`
  return db`${db(`t.${columns[sortBy]}`)} ${direction}, t.id ${direction}`
}

export function afterCursor(db: Db, order: TweetOrder) {
  const { sortBy, sortType, cursor } = order
  if (!cursor) return db``
  const after = sortType === 'asc' ? db`>` : db`<`
  const value = isByLikes(order) ? db`${countAt(cursor)}::integer` : db`${dateAt(cursor)}::timestamptz`
  return db`and (${db(`t.${columns[sortBy]}`)}, t.id) ${after} (${value}, ${cursor.id}::uuid)`
}

export const createCursorOf =
  (order: TweetOrder) =>
  (row: { id: string; likes_count: number; created_at: Date }): Cursor => ({
    value: isByLikes(order) ? row.likes_count : row.created_at.toISOString(),
    id: row.id,
  })
