import type { Db } from '../../db/sql.ts'

export interface NewNotice {
  id: string
  userId: string
}

export async function insertNotices(db: Db, notices: NewNotice[], text: string, now: Date): Promise<void> {
  await db`
    insert into notifications (id, user_id, kind, text, created_at)
    select id, user_id, 'moderation', ${text}, ${now}
    from unnest(
      ${notices.map((one) => one.id)}::uuid[], ${notices.map((one) => one.userId)}::uuid[]
    ) as notice (id, user_id)`
}
