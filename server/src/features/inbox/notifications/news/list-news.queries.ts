import type { Db } from '../../../../db/sql.ts'
import type { NotificationFilter, NotificationRow } from '../notification-row.ts'
import {
  isMentionedIn,
  isReadIndividually,
  itemsOf,
  joinContent,
  type NewsKind,
  newsColumns,
  readUntil,
} from './news.fragments.ts'

/**
 * The new videos and tweets of the channels that a person is subscribed to, newest first. The newest `limit` items can
 * only be from the `limit` channels whose latest item is newest; of other channels only the latest item is read.
 */
export async function listNews(
  db: Db,
  userId: string,
  filter: NotificationFilter,
): Promise<NotificationRow[]> {
  const { limit, since, isUnread } = filter
  return db<NotificationRow[]>`
    with followed_channels as materialized (
      select s.channel_id, greatest(s.created_at, ${since}
        ${isUnread ? db`, ${readUntil(db, userId)}` : db``}) as since
      from subscriptions s join users u on u.id = s.channel_id and u.is_active
      where s.subscriber_id = ${userId} and s.bell = 'all'
    ), channels_with_newest as materialized (
      select channel.channel_id, channel.since
      from followed_channels channel, lateral (${newestItems(db, userId, filter, 1)}) i
      order by i.time desc, i.id desc limit ${limit}
    ), newest as (
      select channel.channel_id, i.*
      from channels_with_newest channel, lateral (${newestItems(db, userId, filter, limit)}) i
      order by i.time desc, i.id desc limit ${limit}
    )
    select n.kind, n.id, n.time, ${newsColumns(db)},
      n.time <= ${readUntil(db, userId)} or ${isReadIndividually(db, userId, db`n.id`)} as is_read
    from newest n join users u on u.id = n.channel_id ${joinContent(db)}
    order by n.time desc, n.id desc`
}

/** The newest videos and tweets of the channel in the row `channel`. */
const newestItems = (db: Db, userId: string, filter: NotificationFilter, count: number) => db`
  select * from (
    ${newestOfKind(db, 'new-video', userId, filter, count)}
    union all
    ${newestOfKind(db, 'new-tweet', userId, filter, count)}
  ) items order by time desc, id desc limit ${count}`

/** Reads along one index, and at most `count` items. */
function newestOfKind(db: Db, kind: NewsKind, userId: string, filter: NotificationFilter, count: number) {
  const { table, time, isShown } = itemsOf(db, kind)
  const { cursor, isUnread } = filter
  return db`(
    select ${kind} as kind, i.id, ${time} as time from ${table} i
    where i.owner_id = channel.channel_id and ${time} > channel.since and ${isShown}
      ${cursor ? db`and (${time}, i.id) < (${cursor.time}, ${cursor.id}::uuid)` : db``}
      and not coalesce((
        select ${kind} = any(muted_kinds) from notification_settings where user_id = ${userId}), false)
      ${isUnread ? db`and not ${isReadIndividually(db, userId, db`i.id`)}` : db``}
      ${kind === 'new-tweet' ? db`and not ${isMentionedIn(db, userId, db`i.id`)}` : db``}
    order by ${time} desc, i.id desc limit ${count})`
}
