import type { Bell, SubscriptionSort } from '@vireo/contract'
import { type Cursor, dateAt, type Page, textAt, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'

interface ManagedRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
  subscribers_count: number
  bell: Bell
  value: Date | string
}

interface ManagedOptions {
  text: string
  sort: SubscriptionSort
  limit: number
  cursor: Cursor | undefined
}

/**
 * A page of someone's subscriptions. Reads all of them with their channels, as their names are sorted, and with the
 * newest video and tweet of each if these are.
 */
export async function listManagedSubscriptions(
  db: Db,
  subscriberId: string,
  { text, sort, limit, cursor }: ManagedOptions,
): Promise<Page<ManagedRow>> {
  const isByName = sort === 'name'
  const direction = isByName ? db`asc` : db`desc`
  const place =
    cursor &&
    db`(${isByName ? db`${textAt(cursor)}::text` : db`${dateAt(cursor)}::timestamptz`}, ${cursor.id}::uuid)`
  const rows = await db<ManagedRow[]>`
    select * from (
      select u.id, u.username, u.fullname, u.avatar_folder, u.subscribers_count, s.bell, ${sortValues(db)[sort]} as value
      from subscriptions s join users u on u.id = s.channel_id and u.is_active
      where s.subscriber_id = ${subscriberId} ${hasName(db, text)}
    ) as listed
    ${place ? db`where (value, id) ${isByName ? db`>` : db`<`} ${place}` : db``}
    order by value ${direction}, id ${direction} limit ${limit + 1}`
  return toPage(rows, limit, ({ id, value }) => ({
    id,
    value: value instanceof Date ? value.toISOString() : value,
  }))
}

const sortValues = (db: Db) => ({
  name: db`lower(u.fullname)`,
  newest: db`s.created_at`,
  // A channel that has published nothing comes last.
  activity: db`greatest(
    (select v.published_at from videos v where v.owner_id = u.id and v.is_listed
      order by v.published_at desc, v.id desc limit 1),
    (select t.created_at from tweets t where t.owner_id = u.id order by t.created_at desc, t.id desc limit 1),
    'epoch'::timestamptz
  )`,
})

/** Names are compared by the beginnings of their words, without case and accents, as in a search. */
const hasName = (db: Db, text: string) =>
  text
    ? db`and (
        select c.document @@ (
          select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(search_words(${text})) as list (word)
        ) from search_channels c where c.user_id = u.id)`
    : db``
