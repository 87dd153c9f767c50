import { notificationKinds } from '@vireo/contract'
import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db, Sql } from '../../../db/sql.ts'
import { isConversationShown } from '../../community/comments/comments.access.ts'
import { isOnOwnContent } from '../../community/comments/creator/creator.access.ts'
import { notBlocked } from '../../people/blocks/blocks.access.ts'
import { isTweetShown } from '../../publishing/tweets/tweets.access.ts'
import { isVideoVisible } from '../../publishing/videos/videos.access.ts'
import {
  countedActors,
  type NotificationFilter,
  type NotificationRow,
  readLetters,
} from './notification-row.ts'

const latestActor = (db: Db, userId: string) => db`
  select u.username, u.fullname, u.avatar_folder, (count(*) over ())::integer as actors
  from (
    select actor_id, created_at from notification_actors
    where notification_id = n.id and not is_withdrawn
    order by created_at desc limit ${countedActors}
  ) x join users u on u.id = x.actor_id and u.is_active and ${notBlocked(db, userId, 'u.id')}
  where n.kind <> 'subscriber'
    or exists (select from subscriptions where subscriber_id = u.id and channel_id = ${userId})
  order by x.created_at desc limit 1`

/**
 * Newest first. Omits notifications whose subject the person may not see any more, and groups without visible actors.
 * Moderators' decisions stay even if their subject was deleted.
 */
export async function listPersonal(
  db: Db,
  userId: string,
  { limit, cursor, since, isUnread, id }: NotificationFilter,
): Promise<NotificationRow[]> {
  return db<NotificationRow[]>`
    select n.id, n.kind, n.created_at as time, n.read_at is not null as is_read, n.text,
      a.username, a.fullname, a.avatar_folder, coalesce(a.actors, 0) as actors, w.waiting,
      v.id as video_id, v.title as video_title, v.status as video_status, v.failure as video_failure,
      t.id as tweet_id, left(t.content, ${readLetters}) as tweet_content,
      c.id as comment_id, left(c.content, ${readLetters}) as comment_content
    from notifications n
      left join lateral (${latestActor(db, userId)}) a on true
      left join lateral (
        select c.id, c.content, c.video_id, c.tweet_id
        from comments c join users u on u.id = c.owner_id and u.is_active
        where c.id = n.comment_id and not c.is_held and ${isConversationShown(db, userId)}) c on true
      left join lateral (
        select v.id, v.title, v.status, v.failure from videos v join users u on u.id = v.owner_id
        where v.id = coalesce(n.video_id, c.video_id) and ${isVideoVisible(db, userId)}) v on true
      left join lateral (
        select t.id, t.content from tweets t join users u on u.id = t.owner_id
        where t.id = coalesce(n.tweet_id, c.tweet_id) and ${isTweetShown(db, userId)}) t on true
      left join lateral (
        select count(*)::integer as waiting from (
          select from comments c
          where n.kind = 'comments-waiting' and c.held_by = ${userId} and c.hold = 'approval' and c.is_held
            and c.owner_id is not null and ${isOnOwnContent(db, userId)}
            and exists (select from users where id = c.owner_id and is_active offset 0)
          limit ${countedActors}) counted) w on true
    where n.user_id = ${userId} and n.created_at > ${since}
      -- During an update the new version may already write kinds that this one does not know.
      and n.kind = any(${[...notificationKinds]})
      ${id ? db`and n.id = ${id}` : db``}
      ${isUnread ? db`and n.read_at is null` : db``}
      ${cursor ? db`and (n.created_at, n.id) < (${cursor.time}, ${cursor.id}::uuid)` : db``}
      and case n.kind
        when 'moderation' then true
        when 'processing' then v.status in ('ready', 'failed')
        -- Not the earlier ones, which would say the same.
        when 'comments-waiting' then w.waiting > 0 and not exists (
          select from notifications later
          where later.user_id = n.user_id and later.group_key = n.group_key and later.created_at > n.created_at)
        when 'subscriber' then a.username is not null
        else a.username is not null and num_nonnulls(v.id, t.id) = 1 and (n.comment_id is null or c.id is not null)
      end
    order by n.created_at desc, n.id desc
    limit ${limit}`
}

/** Returns false if there is no such notification. */
export async function markPersonalRead(db: Db, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db`
    update notifications set read_at = coalesce(read_at, ${now})
    where id = ${id} and user_id = ${userId} returning 1`
  return rows.length > 0
}

export async function markAllPersonalRead(db: Db, userId: string, until: Date, now: Date): Promise<void> {
  await db`
    update notifications set read_at = ${now}
    where user_id = ${userId} and read_at is null and created_at <= ${until}`
}

/** How many old rows are deleted at a time. */
export const sweepBatch = 500

/** Deletes actors first, because a notification may have very many. Returns whether more may be left. */
export async function deleteOldNotifications(sql: Sql, before: Date): Promise<boolean> {
  return sql.begin(async (tx) => {
    const old = await tx<{ id: string }[]>`
      select id from notifications where created_at <= ${before} order by created_at limit ${sweepBatch}
      for update skip locked`
    const ids = old.map((row) => row.id)
    const count = await deleteBatch(tx, 'notification_actors', tx`notification_id = any(${ids})`, sweepBatch)
    if (count < sweepBatch) await tx`delete from notifications where id = any(${ids})`
    return ids.length > 0
  })
}
