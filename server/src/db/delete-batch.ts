import type { Fragment } from 'postgres'
import type { Db } from './sql.ts'

/** Deletes at most `limit` rows, so that no statement holds its locks for long. Returns how many were deleted. */
export async function deleteBatch(
  db: Db,
  table: string,
  condition: Fragment,
  limit: number,
): Promise<number> {
  const { count } = await db`
    delete from ${db(table)} where ctid = any(array(
      select ctid from ${db(table)} where ${condition} limit ${limit}))`
  return count
}
