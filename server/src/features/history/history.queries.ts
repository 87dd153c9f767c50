import type { Db } from '../../db/sql.ts'

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

export async function listHistory(
  db: Db,
  userId: string,
  limit: number,
  before: Date | undefined,
): Promise<HistoryRow[]> {
  return db<HistoryRow[]>`
    select video_id, watched_at from watch_history
    where user_id = ${userId} ${before ? db`and watched_at < ${before}` : db``}
    order by watched_at desc, video_id desc
    limit ${limit}`
}
