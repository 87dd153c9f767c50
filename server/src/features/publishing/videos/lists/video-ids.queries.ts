import { type Cursor, dateAt, type Page, toPage } from '../../../../db/paging.ts'
import type { Db } from '../../../../db/sql.ts'
import { isVideoVisible } from '../videos.access.ts'

/** The ids of videos in a person's own list, last added first, without videos that they may no longer see. */
export async function listVideoIdsIn(
  db: Db,
  table: 'video_likes' | 'hidden_videos',
  userId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<string>> {
  const rows = await db<{ video_id: string; created_at: Date }[]>`
    select l.video_id, l.created_at from ${db(table)} l
      join videos v on v.id = l.video_id join users u on u.id = v.owner_id
    where l.user_id = ${userId} and ${isVideoVisible(db, userId)}
      ${cursor ? db`and (l.created_at, l.video_id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by l.created_at desc, l.video_id desc
    limit ${limit + 1}`
  const page = toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.video_id }))
  return { rows: page.rows.map((row) => row.video_id), nextCursor: page.nextCursor }
}
