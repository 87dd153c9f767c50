import type { ContentKind } from '@vireo/contract'
import { type Cursor, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'

interface FeedRow {
  kind: ContentKind
  id: string
  published_at: Date
}

export interface FeedPage {
  /** Both without it. */
  kind?: ContentKind | undefined
  limit: number
  cursor: Cursor | undefined
}

/**
 * The newest videos and tweets of the channels that someone follows. Each channel has two streams. A page of n entries
 * can only come from the n streams whose newest entries are the newest, so one entry of each stream is read first, and
 * then the page from those n: the cost grows with the number of followed channels, not with what they published.
 */
export async function listFeed(
  db: Db,
  subscriberId: string,
  { kind, limit, cursor }: FeedPage,
): Promise<Page<FeedRow>> {
  const most = limit + 1
  const place = cursor && db`(${dateAt(cursor)}::timestamptz, ${cursor.id}::uuid)`
  const videosOf = (count: number) => db`
    select v.id, v.published_at from videos v
    where v.owner_id = channel_id and v.is_listed ${place ? db`and (v.published_at, v.id) < ${place}` : db``}
    order by v.published_at desc, v.id desc limit ${count}`
  const tweetsOf = (count: number) => db`
    select t.id, t.created_at as published_at from tweets t
    where t.owner_id = channel_id ${place ? db`and (t.created_at, t.id) < ${place}` : db``}
    order by t.created_at desc, t.id desc limit ${count}`
  const rows = await db<FeedRow[]>`
    with channels as materialized (
      select s.channel_id from subscriptions s join users u on u.id = s.channel_id and u.is_active
      where s.subscriber_id = ${subscriberId}
    ), newest as (
      select 'video' as kind, channel_id, head.* from channels cross join lateral (${videosOf(1)}) as head
      where ${kind !== 'tweet'}::boolean
      union all
      select 'tweet' as kind, channel_id, head.* from channels cross join lateral (${tweetsOf(1)}) as head
      where ${kind !== 'video'}::boolean
    ), streams as materialized (
      select kind, channel_id from newest order by published_at desc, id desc limit ${most}
    )
    select kind, entry.* from streams cross join lateral (${videosOf(most)}) as entry where kind = 'video'
    union all
    select kind, entry.* from streams cross join lateral (${tweetsOf(most)}) as entry where kind = 'tweet'
    order by published_at desc, id desc limit ${most}`
  return toPage(rows, limit, (row) => ({ value: row.published_at.toISOString(), id: row.id }))
}

/** Loads of the feed with shorter gaps than this belong to one visit. */
const visitGap = (db: Db) => db`interval '30 minutes'`

/** Entries after this time are new to this visit; undefined on the first visit. */
export async function findNewSince(db: Db, userId: string, now: Date): Promise<Date | undefined> {
  const [row] = await db<{ since: Date | null }[]>`
    select case when looked_at < ${now}::timestamptz - ${visitGap(db)} then looked_at else new_since end as since
    from feed_looks where user_id = ${userId}`
  return row?.since ?? undefined
}

/** Records a visit to the feed. Entries that are new on a visit stay new during it. */
export async function recordVisit(db: Db, userId: string, now: Date): Promise<void> {
  await db`
    insert into feed_looks as f (user_id, looked_at) values (${userId}, ${now})
    on conflict (user_id) do update set
      new_since = case when f.looked_at < excluded.looked_at - ${visitGap(db)} then f.looked_at else f.new_since end,
      looked_at = greatest(f.looked_at, excluded.looked_at)`
}
