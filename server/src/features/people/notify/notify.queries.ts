import type { Subject } from '@vireo/contract'
import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db } from '../../../db/sql.ts'
import { batchSize } from '../../core/removal/removal.queries.ts'

/** Kinds of notifications about a comment or tweet that one person wrote. */
export const textKinds = ['comment', 'reply', 'mention'] as const

const columns = { video: 'video_id', tweet: 'tweet_id', comment: 'comment_id' } as const

export interface NewNotification {
  id: string
  userId: string
  kind: string
  /** The notification is deleted with it, and hidden from those who may not see it. */
  subject?: Subject | undefined
  text?: string | undefined
}

/** A person whose action a notification is about, and its time. */
export interface Actor {
  id: string
  at: Date
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
  if (actorId) await insertActors(db, notification.id, [{ id: actorId, at: now }])
}

async function insertActors(db: Db, notificationId: string, actors: Actor[]): Promise<void> {
  await db`
    insert into notification_actors (notification_id, actor_id, created_at)
    select ${notificationId}, id, at
    from unnest(${actors.map(({ id }) => id)}::uuid[], ${actors.map(({ at }) => at.toISOString())}::timestamptz[]) as actor (id, at)
    on conflict (notification_id, actor_id) do update set created_at = excluded.created_at, is_withdrawn = false`
}

/** Whether a person has a notification about a comment or tweet already. */
export async function isNotifiedOf(db: Db, userId: string, subject: Subject): Promise<boolean> {
  const rows = await db`
    select from notifications
    where ${db(columns[subject.kind])} = ${subject.id} and user_id = ${userId}
      and kind in ${db(textKinds)} limit 1`
  return rows.length > 0
}

/** Whom of these people a text has not notified yet, and how many people were told that it mentions them. */
export async function findUnnotified(db: Db, userIds: string[], subject: Subject) {
  const rows = await db<{ user_id: string; kind: string }[]>`
    select user_id, kind from notifications
    where ${db(columns[subject.kind])} = ${subject.id} and kind in ${db(textKinds)}`
  const notified = new Set(rows.map((row) => row.user_id))
  return {
    left: userIds.filter((id) => !notified.has(id)),
    mentioned: rows.filter((row) => row.kind === 'mention').length,
  }
}

/** Adds actors to the group's unread notification, or to a new one; returns the id of the notification. */
export async function joinGroup(
  db: Db,
  notification: NewNotification,
  groupKey: string,
  actors: Actor[],
  now: Date,
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into notifications ${db({ ...toRow(notification, now), group_key: groupKey })}
    on conflict (user_id, group_key) where read_at is null do update set created_at = excluded.created_at
    returning id`
  const id = row?.id ?? notification.id
  await insertActors(db, id, actors)
  return id
}

interface Group {
  userId: string
  groupKey: string
}

/** Shows actors again in a group that they joined after `since`. Returns the actors that have such a group. */
export async function rejoinGroup(
  db: Db,
  { userId, groupKey }: Group,
  actors: Actor[],
  since: Date,
): Promise<Set<string>> {
  const rows = await db<{ actor_id: string }[]>`
    update notification_actors a set is_withdrawn = false
    from notifications n
    where n.user_id = ${userId} and n.group_key = ${groupKey} and n.created_at > ${since}
      and a.notification_id = n.id and a.actor_id = any(${actors.map(({ id }) => id)}::uuid[]) and a.created_at > ${since}
    returning a.actor_id`
  return new Set(rows.map((row) => row.actor_id))
}

/** Returns the ids of the notifications that actors were removed from. */
export async function leaveGroup(db: Db, { userId, groupKey }: Group, actorIds: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with gone as (
      update notification_actors a set is_withdrawn = true
      from notifications n
      where n.user_id = ${userId} and n.group_key = ${groupKey}
        and a.notification_id = n.id and a.actor_id = any(${actorIds}::uuid[]) and not a.is_withdrawn
      returning n.id
    )
    select distinct id from gone`
  const ids = rows.map((row) => row.id)
  // The notification gets the date of its latest remaining actor.
  await db`
    update notifications n set created_at = a.latest
    from unnest(${ids}::uuid[]) as left_one (id), lateral (
      select max(created_at) as latest from notification_actors
      where notification_id = left_one.id and not is_withdrawn
    ) a where n.id = left_one.id and a.latest is not null`
  return ids
}

/** How many notifications a person got about what one other person wrote or removed, counted up to `max`. */
export async function countNotified(
  db: Db,
  { userId, actorId, since, max }: { userId: string; actorId: string; since: Date; max: number },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from (
      select from notification_actors a join notifications n on n.id = a.notification_id
      where a.actor_id = ${actorId} and a.created_at > ${since} and n.user_id = ${userId}
        and n.kind in ${db([...textKinds, 'comment-removed'])}
      limit ${max}) notified`
  return row?.count ?? 0
}

/** For a state of which only the latest matters: the new notification replaces all earlier ones of the group. */
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
    select id from users where username_key = any(${names}) and deleted_at is null and is_active order by id`
  return rows.map((row) => row.id)
}

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

export type NotificationKey = 'user_id' | 'video_id' | 'tweet_id' | 'comment_id'

/** Returns at most `batchSize` ids. */
export async function listNotificationIds(db: Db, column: NotificationKey, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from notifications where ${db(column)} = any(${ids}) limit ${batchSize}`
  return rows.map((row) => row.id)
}

/** Deletes a batch; returns whether these were all. */
export async function deleteActors(db: Db, notificationIds: string[]): Promise<boolean> {
  const condition = db`notification_id = any(${notificationIds})`
  return (await deleteBatch(db, 'notification_actors', condition, batchSize)) < batchSize
}

export async function deleteNotificationRows(db: Db, ids: string[]): Promise<void> {
  await db`delete from notifications where id = any(${ids})`
}
