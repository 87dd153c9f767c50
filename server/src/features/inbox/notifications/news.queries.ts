import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db } from '../../../db/sql.ts'
import { type ItemFilter, type ItemRow, sweepBatch } from './personal.queries.ts'

export type NewsKind = 'new-video' | 'new-tweet'

/** The new videos or tweets of the channel in `f`, newest first, read along one index. */
const newsOf = (db: Db, kind: NewsKind, userId: string, filter: ItemFilter, limit: number) => {
  const isVideo = kind === 'new-video'
  const item = isVideo ? db`videos` : db`tweets`
  const time = isVideo ? db`i.published_at` : db`i.created_at`
  const { cursor, isUnread } = filter
  return db`(
    select ${kind} as kind, i.id, ${time} as time from ${item} i
    where i.owner_id = f.channel_id and ${time} > f.since ${isVideo ? db`and i.is_listed` : db``}
      ${cursor ? db`and (${time}, i.id) < (${cursor.time}, ${cursor.id}::uuid)` : db``}
      and not coalesce((
        select ${kind} = any(muted_kinds) from notification_settings where user_id = ${userId}), false)
      ${isUnread ? db`and not ${isReadAlone(db, userId, db`i.id`)}` : db``}
      ${isVideo ? db`` : db`and not ${isMentionedIn(db, userId, db`i.id`)}`}
    order by ${time} desc, i.id desc limit ${limit})`
}

/** Not `exists`, which the planner turns into a join that reads all items of a channel instead of the newest. */
const isReadAlone = (db: Db, userId: string | ReturnType<Db>, id: ReturnType<Db>) => db`coalesce(
  (select true from notification_reads r where r.user_id = ${userId} and r.item_id = ${id}), false)`

/** A tweet that mentions a subscriber is not listed as new: they get the notification of the mention instead. */
const isMentionedIn = (db: Db, userId: string | ReturnType<Db>, tweetId: ReturnType<Db>) => db`coalesce(
  (select true from notifications m where m.tweet_id = ${tweetId} and m.user_id = ${userId} and m.kind = 'mention'
    limit 1), false)`

const readUntil = (db: Db, userId: string) => db`
  coalesce((select news_read_until from notification_settings where user_id = ${userId}), '-infinity')`

/**
 * The new items of the channels that a person is subscribed to, newest first. The newest `limit` items can only come
 * from the `limit` channels with the newest latest item; of the other channels only that one item is read.
 */
export async function listNews(db: Db, userId: string, filter: ItemFilter): Promise<ItemRow[]> {
  const { limit, since, isUnread } = filter
  const latest = (count: number) => db`
    select * from (
      ${newsOf(db, 'new-video', userId, filter, count)}
      union all
      ${newsOf(db, 'new-tweet', userId, filter, count)}
    ) items order by time desc, id desc limit ${count}`
  return db<ItemRow[]>`
    with followed as materialized (
      select s.channel_id, greatest(s.created_at, ${since}
        ${isUnread ? db`, ${readUntil(db, userId)}` : db``}) as since
      from subscriptions s join users u on u.id = s.channel_id and u.is_active
      where s.subscriber_id = ${userId} and s.bell = 'all'
    ), active as materialized (
      select f.channel_id, f.since from followed f, lateral (${latest(1)}) i
      order by i.time desc, i.id desc limit ${limit}
    ), news as (
      select f.channel_id, i.* from active f, lateral (${latest(limit)}) i
      order by i.time desc, i.id desc limit ${limit}
    )
    select n.kind, n.id, n.time, ${withContent(db)},
      n.time <= ${readUntil(db, userId)} or ${isReadAlone(db, userId, db`n.id`)} as is_read
    from news n join users u on u.id = n.channel_id
      left join videos v on v.id = n.id left join tweets t on t.id = n.id
    order by n.time desc, n.id desc`
}

const withContent = (db: Db) => db`
  u.username, u.fullname, u.avatar_folder, 1 as actors, null as text,
  v.id as video_id, v.title as video_title, v.status as video_status, null as video_failure,
  t.id as tweet_id, t.content as tweet_content, null as comment_id, null as comment_content`

/** A new video or tweet, with the ids of those among `viewerIds` who are notified of it and have not read it. */
export async function findNews(
  db: Db,
  kind: NewsKind,
  id: string,
  viewerIds: string[],
): Promise<{ item: ItemRow | undefined; userIds: string[] }> {
  const isVideo = kind === 'new-video'
  const [item] = await db<(ItemRow & { channel_id: string })[]>`
    select ${kind} as kind, n.id, n.time, n.channel_id, false as is_read, ${withContent(db)}
    from (
      select i.id, i.owner_id as channel_id, ${isVideo ? db`i.published_at` : db`i.created_at`} as time
      from ${isVideo ? db`videos` : db`tweets`} i
      where i.id = ${id} ${isVideo ? db`and i.is_listed` : db``}
    ) n join users u on u.id = n.channel_id and u.is_active
      left join videos v on v.id = n.id left join tweets t on t.id = n.id`
  if (!item) return { item, userIds: [] }
  const rows = await db<{ id: string }[]>`
    select s.subscriber_id as id
    from subscriptions s left join notification_settings o on o.user_id = s.subscriber_id
    where s.channel_id = ${item.channel_id} and s.subscriber_id = any(${viewerIds}::uuid[])
      and s.bell = 'all' and s.created_at < ${item.time} and not ${kind} = any(coalesce(o.muted_kinds, '{}'))
      and ${item.time} > coalesce(o.news_read_until, '-infinity')
      and not ${isReadAlone(db, db`s.subscriber_id`, db`${id}::uuid`)}
      and not ${isMentionedIn(db, db`s.subscriber_id`, db`${id}::uuid`)}`
  return { item, userIds: rows.map((row) => row.id) }
}

/** Returns false if there is no such item of a channel that the person is subscribed to. */
export async function markNewsRead(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db<{ time: Date }[]>`
    select i.time from (
      select owner_id, published_at as time from videos where id = ${id} and is_listed
      union all
      select owner_id, created_at from tweets where id = ${id}
    ) i join subscriptions s on s.channel_id = i.owner_id and s.subscriber_id = ${userId}
    where i.time > s.created_at`
  const [item] = rows
  if (item)
    await db`
      insert into notification_reads (user_id, item_id, published_at)
      select ${userId}, ${id}, ${item.time} where ${item.time} > ${readUntil(db, userId)}
      on conflict do nothing`
  return item !== undefined
}

export async function markAllNewsRead(db: Db, userId: string, until: Date): Promise<void> {
  await db`
    insert into notification_settings (user_id, news_read_until) values (${userId}, ${until})
    on conflict (user_id) do update
      set news_read_until = greatest(notification_settings.news_read_until, excluded.news_read_until)`
  await db`delete from notification_reads where user_id = ${userId} and published_at <= ${until}`
}

/** Returns whether there may be more. */
export async function deleteOldReads(db: Db, before: Date): Promise<boolean> {
  return (await deleteBatch(db, 'notification_reads', db`published_at <= ${before}`, sweepBatch)) > 0
}
