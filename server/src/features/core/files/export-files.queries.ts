import type { Db } from '../../../db/sql.ts'

/** Returns the folders of its files, if it has any. */
export async function deleteExport(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ folder: string | null }[]>`
    delete from exports where user_id = ${userId} returning folder`
  return rows.flatMap((row) => row.folder ?? [])
}
