import type { Db } from '../../db/sql.ts'

/** Inserts a notice with the same text for many people. */
export async function insertModerationNotices(
  db: Db,
  notices: { id: string; userId: string }[],
  text: string,
  now: Date,
): Promise<void> {
  await db`
    insert into notifications (id, user_id, kind, text, created_at)
    select id, user_id, 'moderation', ${text}, ${now}
    from unnest(
      ${notices.map((notice) => notice.id)}::uuid[], ${notices.map((notice) => notice.userId)}::uuid[]
    ) as notice (id, user_id)`
}
