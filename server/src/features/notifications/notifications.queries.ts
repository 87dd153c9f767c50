import type { Db, Tx } from '../../db/sql.ts'
import { notBlocked } from '../blocks/blocks.access.ts'

export interface NotificationRow {
  id: string
  message: string
  fullname: string
  avatar_folder: string | null
}

/** Leaves out those about videos that are private now, because they name the title, and those of blocked people. */
export async function listNotifications(db: Db, userId: string): Promise<NotificationRow[]> {
  return db<NotificationRow[]>`
    select n.id, n.message, u.fullname, u.avatar_folder
    from notifications n join users u on u.id = n.actor_id and u.is_active
      left join videos v on v.id = n.video_id
    where n.user_id = ${userId} and (n.video_id is null or v.visibility <> 'private')
      and ${notBlocked(db, userId, 'n.actor_id')}
    order by n.created_at desc, n.id desc
    limit 50`
}

export async function insertNotification(
  db: Db,
  notification: { id: string; userId: string; actorId: string; message: string },
  now: Date,
): Promise<void> {
  const { id, userId, actorId, message } = notification
  await db`
    insert into notifications (id, user_id, actor_id, message, created_at)
    values (${id}, ${userId}, ${actorId}, ${message}, ${now})`
}

/** Removes the same notification from before `since`; answers whether there is none from after it. */
export async function replaceOlderNotifications(
  db: Db,
  { userId, actorId, message }: { userId: string; actorId: string; message: string },
  since: Date,
): Promise<boolean> {
  await db`
    delete from notifications
    where actor_id = ${actorId} and user_id = ${userId} and message = ${message} and created_at <= ${since}`
  const [recent] = await db`
    select from notifications
    where actor_id = ${actorId} and user_id = ${userId} and message = ${message} limit 1`
  return recent === undefined
}

/** A million rows take longer than a statement usually may, and a job longer than this. */
const insertWithinMs = 240_000

/** One statement for a channel of any size; a database function makes the ids. */
export async function insertForSubscribers(
  tx: Tx,
  { channelId, message, videoId }: { channelId: string; message: string; videoId?: string | undefined },
  now: Date,
): Promise<void> {
  await tx`select set_config('statement_timeout', ${`${insertWithinMs}ms`}, true)`
  await tx`
    insert into notifications (id, user_id, actor_id, message, video_id, created_at)
    select gen_random_uuid(), subscriber_id, ${channelId}, ${message}, ${videoId ?? null}, ${now}
    from subscriptions where channel_id = ${channelId}`
}
