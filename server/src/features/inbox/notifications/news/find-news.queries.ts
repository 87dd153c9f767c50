import type { Db } from '../../../../db/sql.ts'
import type { NotificationRow } from '../notification-row.ts'
import {
  isMentionedIn,
  isReadIndividually,
  itemsOf,
  joinContent,
  type NewsKind,
  newsColumns,
} from './news.fragments.ts'

type NewsRow = NotificationRow & { channel_id: string }

/** A new video or tweet, and which of `viewerIds` are notified of it and have not read it. */
export async function findNews(
  db: Db,
  kind: NewsKind,
  id: string,
  viewerIds: string[],
): Promise<{ item: NotificationRow | undefined; userIds: string[] }> {
  const item = await findItem(db, kind, id)
  return { item, userIds: item ? await listNotified(db, kind, item, viewerIds) : [] }
}

async function findItem(db: Db, kind: NewsKind, id: string): Promise<NewsRow | undefined> {
  const { table, time, isShown } = itemsOf(db, kind)
  const [row] = await db<NewsRow[]>`
    select ${kind} as kind, n.id, n.time, n.channel_id, false as is_read, ${newsColumns(db)}
    from (
      select i.id, i.owner_id as channel_id, ${time} as time from ${table} i where i.id = ${id} and ${isShown}
    ) n join users u on u.id = n.channel_id and u.is_active ${joinContent(db)}`
  return row
}

async function listNotified(db: Db, kind: NewsKind, item: NewsRow, viewerIds: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select s.subscriber_id as id
    from subscriptions s left join notification_settings o on o.user_id = s.subscriber_id
    where s.channel_id = ${item.channel_id} and s.subscriber_id = any(${viewerIds}::uuid[])
      and s.bell = 'all' and s.created_at < ${item.time} and not ${kind} = any(coalesce(o.muted_kinds, '{}'))
      and ${item.time} > coalesce(o.news_read_until, '-infinity')
      and not ${isReadIndividually(db, db`s.subscriber_id`, db`${item.id}::uuid`)}
      and not ${isMentionedIn(db, db`s.subscriber_id`, db`${item.id}::uuid`)}`
  return rows.map((row) => row.id)
}
