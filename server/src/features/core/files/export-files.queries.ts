import type { Db } from '../../../db/sql.ts'

type Removed = { folder: string | null }

/** The deletions below return the folders of files that are not needed any more. */
const foldersOf = (rows: readonly Removed[]) => rows.flatMap((row) => row.folder ?? [])

export async function deleteExport(db: Db, userId: string): Promise<string[]> {
  return foldersOf(await db<Removed[]>`delete from exports where user_id = ${userId} returning folder`)
}

export async function deleteFinished(db: Db, userId: string): Promise<string[]> {
  return foldersOf(
    await db<Removed[]>`
      delete from exports where user_id = ${userId} and status <> 'pending' returning folder`,
  )
}

export async function deleteExpired(db: Db, now: Date): Promise<string[]> {
  return foldersOf(await db<Removed[]>`delete from exports where expires_at <= ${now} returning folder`)
}
