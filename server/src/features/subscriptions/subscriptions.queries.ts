import type { Db } from '../../db/sql.ts'

export interface SubscribedRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
}

export async function listSubscribedChannels(db: Db, subscriberId: string): Promise<SubscribedRow[]> {
  return db<SubscribedRow[]>`
    select u.id, u.username, u.fullname, u.avatar_folder
    from subscriptions s join users u on u.id = s.channel_id
    where s.subscriber_id = ${subscriberId}
    order by lower(u.fullname), u.id
    limit 1000`
}
