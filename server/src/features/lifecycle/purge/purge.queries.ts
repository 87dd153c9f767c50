import type { Db } from '../../../db/sql.ts'
import type { Marked } from '../../core/removal/removal.ts'

export async function findDeletedUser(db: Db): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from users where deleted_at is not null order by id limit 1`
  return row?.id
}

/** Deletes the row and, by cascade, the few dependants that were added meanwhile. */
export async function deleteRow(db: Db, table: 'users' | Marked['table'], id: string): Promise<void> {
  await db`delete from ${db(table)} where id = ${id}`
}
