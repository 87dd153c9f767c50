import type { Db } from '../../../db/sql.ts'

/** Returns the folders of files that are not needed any more. */
export async function deleteExport(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ folder: string | null }[]>`
    delete from exports where user_id = ${userId} returning folder`
  return rows.flatMap((row) => row.folder ?? [])
}
