import type { Db } from '../../db/sql.ts'

/** What a notification is about. It goes with it, and is hidden from those who may not see it. */
export interface Subject {
  kind: 'video' | 'tweet' | 'comment'
  id: string
}

const columns = { video: 'video_id', tweet: 'tweet_id', comment: 'comment_id' } as const

export interface NewNotification {
  id: string
  userId: string
  kind: string
  subject?: Subject | undefined
  text?: string | undefined
}

const toRow = ({ id, userId, kind, subject, text }: NewNotification, now: Date) => ({
  id,
  user_id: userId,
  kind,
  text: text ?? null,
  ...(subject && { [columns[subject.kind]]: subject.id }),
  created_at: now,
})

export async function isMuted(db: Db, userId: string, kind: string): Promise<boolean> {
  const rows = await db`
    select from notification_settings where user_id = ${userId} and ${kind} = any(muted_kinds)`
  return rows.length > 0
}

export async function insertNotification(
  db: Db,
  notification: NewNotification,
  actorId: string | undefined,
  now: Date,
): Promise<void> {
  await db`insert into notifications ${db(toRow(notification, now))}`
  if (actorId) await insertActor(db, notification.id, actorId, now)
}

async function insertActor(db: Db, notificationId: string, actorId: string, now: Date): Promise<void> {
  await db`
    insert into notification_actors (notification_id, actor_id, created_at)
    values (${notificationId}, ${actorId}, ${now})
    on conflict (notification_id, actor_id) do update set created_at = excluded.created_at, is_withdrawn = false`
}

/** Whether a person was told of a comment or tweet in one way already. */
export async function isToldOf(db: Db, userId: string, subject: Subject): Promise<boolean> {
  const rows = await db`
    select from notifications
    where ${db(columns[subject.kind])} = ${subject.id} and user_id = ${userId}
      and kind in ('comment', 'reply', 'mention') limit 1`
  return rows.length > 0
}

/** Adds an actor to the unread notification of the group, or to a new one; answers its id. */
export async function joinGroup(
  db: Db,
  notification: NewNotification,
  groupKey: string,
  actorId: string,
  now: Date,
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into notifications ${db({ ...toRow(notification, now), group_key: groupKey })}
    on conflict (user_id, group_key) where read_at is null do update set created_at = excluded.created_at
    returning id`
  const id = row?.id ?? notification.id
  await insertActor(db, id, actorId, now)
  return id
}

interface Membership {
  userId: string
  actorId: string
  groupKey: string
}

/** Shows the actor again in a group that they joined after `since`; answers whether there is one. */
export async function rejoinGroup(
  db: Db,
  { userId, actorId, groupKey }: Membership,
  since: Date,
): Promise<boolean> {
  const rows = await db`
    update notification_actors a set is_withdrawn = false
    from notifications n
    where n.user_id = ${userId} and n.group_key = ${groupKey} and n.created_at > ${since}
      and a.notification_id = n.id and a.actor_id = ${actorId} and a.created_at > ${since}
    returning 1`
  return rows.length > 0
}

export async function leaveGroup(db: Db, { userId, actorId, groupKey }: Membership): Promise<void> {
  await db`
    update notification_actors a set is_withdrawn = true
    from notifications n
    where n.user_id = ${userId} and n.group_key = ${groupKey}
      and a.notification_id = n.id and a.actor_id = ${actorId}`
}

/** For what has only one current state: the new notification replaces all earlier ones of the group. */
export async function replaceGroup(
  db: Db,
  notification: NewNotification,
  groupKey: string,
  now: Date,
): Promise<void> {
  await db`delete from notifications where user_id = ${notification.userId} and group_key = ${groupKey}`
  await db`insert into notifications ${db({ ...toRow(notification, now), group_key: groupKey })}`
}

export async function findUsersByName(db: Db, names: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from users where username_key = any(${names}) and is_active order by id`
  return rows.map((row) => row.id)
}
