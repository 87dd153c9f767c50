import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db } from '../../../db/sql.ts'

/** Small enough that a statement takes well under a second, so that no request waits long for its locks. */
export const batchSize = 500

/**
 * Locks the parents before their dependants are deleted, in the order of their ids. Requests do the same, so the two
 * cannot deadlock.
 */
export async function lockRows(
  db: Db,
  table: 'users' | 'videos' | 'tweets' | 'comments' | 'moderation_cases',
  ids: string[],
): Promise<void> {
  await db`select from ${db(table)} where id = any(${ids}) order by id for no key update`
}

/** The ids of deleted rows, and of rows that moderators took down before `takenDownBefore`. */
export const isDeleted = (db: Db, table: 'videos' | 'tweets' | 'comments', takenDownBefore: Date) => db`
  (select id from ${db(table)} where owner_id is null and removed_at is null limit ${batchSize})
  union all
  (select id from ${db(table)} where removed_at < ${takenDownBefore} limit ${batchSize})`

/** For rows that no counter depends on. Returns whether there may be more. */
export async function deletePlainRows(db: Db, table: string, column: string, id: string): Promise<boolean> {
  return (await deleteBatch(db, table, db`${db(column)} = any(${[id]})`, batchSize)) > 0
}
