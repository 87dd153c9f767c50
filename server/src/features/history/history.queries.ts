import { type Cursor, dateAt } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { visibleTo } from '../videos/videos.access.ts'

interface Watching {
  userId: string
  videoId: string
  /** Seconds; left as it was when not given. */
  position: number | undefined
}

/** A re-watch moves the entry to the top. */
export async function upsertHistory(
  db: Db,
  { userId, videoId, position }: Watching,
  now: Date,
): Promise<void> {
  await db`
    insert into watch_history (user_id, video_id, watched_at, position)
    values (${userId}, ${videoId}, ${now}, ${position ?? 0})
    on conflict (user_id, video_id) do update set watched_at = excluded.watched_at
      ${position === undefined ? db`` : db`, position = excluded.position`}`
}

interface HistoryRow {
  video_id: string
  watched_at: Date
}

/** Leaves out videos that the person may no longer see, so that only the last page of the list is short. */
export async function listHistory(
  db: Db,
  userId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<HistoryRow[]> {
  return db<HistoryRow[]>`
    select h.video_id, h.watched_at from watch_history h
      join videos v on v.id = h.video_id join users u on u.id = v.owner_id
    where h.user_id = ${userId} and ${visibleTo(db, userId)}
      ${cursor ? db`and (h.watched_at, h.video_id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by h.watched_at desc, h.video_id desc
    limit ${limit}`
}
