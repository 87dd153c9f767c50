import type { Db } from '../../db/sql.ts'

export interface NotificationRow {
  id: string
  message: string
  fullname: string
  avatar_folder: string | null
}

export async function listNotifications(db: Db, userId: string): Promise<NotificationRow[]> {
  return db<NotificationRow[]>`
    select n.id, n.message, u.fullname, u.avatar_folder
    from notifications n join users u on u.id = n.actor_id
    where n.user_id = ${userId}
    order by n.id desc
    limit 50`
}
