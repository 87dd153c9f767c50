import type { Db } from '../../../db/sql.ts'
import { isRecommended } from '../../publishing/videos/lists/recommended.access.ts'

/** The titles in the order of the ids, without videos that are not recommended to the viewer. */
export async function listTitles(db: Db, ids: string[], viewerId: string | undefined): Promise<string[]> {
  const rows = await db<{ id: string; title: string }[]>`
    select v.id, v.title from videos v join users u on u.id = v.owner_id and u.is_active
    where v.id = any(${ids}) and ${isRecommended(db, viewerId)}`
  const byId = new Map(rows.map((row) => [row.id, row.title]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
