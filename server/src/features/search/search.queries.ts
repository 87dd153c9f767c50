import type { Db } from '../../db/sql.ts'
import type { VideoFilter } from './filters.ts'
import { afterCursor, inOrder, sortValue, type VideoOrder } from './order.ts'

/** What is looked for: a tsquery, and what narrows it. */
export interface Wanted extends VideoFilter {
  query: string
  ownerId?: string | undefined
}

export interface Found {
  id: string
  value: Date | string | number
}

/** The words of each text, as the index holds them. */
export async function foldWords(db: Db, texts: string[]): Promise<string[][]> {
  const rows = await db<{ words: string[] }[]>`
    select search_words(text, true) as words from unnest(${texts}::text[]) with ordinality as t (text, place)
    order by place`
  return rows.map((row) => row.words)
}

/**
 * What follows is planned the way it is written: the index of words finds, the index of the order walks. The
 * planner's guess of how common a word is would sometimes read the whole table instead.
 */
export async function fixPlans(tx: Db): Promise<void> {
  await tx`
    select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`
}

const matches = (db: Db, { query, since, duration }: Wanted) => db`
  d.document @@ ${query}::tsquery
  ${since ? db`and d.created_at >= ${since}` : db``}
  ${duration ? db`and d.duration >= ${duration[0]} and d.duration < ${duration[1]}` : db``}`

const documents = (db: Db, { ownerId }: Wanted) =>
  ownerId
    ? db`videos o join search_documents d on d.video_id = o.id and o.owner_id = ${ownerId}`
    : db`search_documents d`

/** How many match, counted up to one more than `most`. */
export async function countMatches(db: Db, wanted: Wanted, most: number): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select count(*)::integer as total
    from (select from ${documents(db, wanted)} where ${matches(db, wanted)} limit ${most + 1}) as found`
  return row?.total ?? 0
}

/** All that match, sorted; but when they are more than `most`, only that they are. */
export async function findAll(db: Db, wanted: Wanted, order: VideoOrder, most: number, limit: number) {
  const rows = await db<{ total: number; id: string | null; value: Found['value'] }[]>`
    with found as materialized (
      select d.video_id from ${documents(db, wanted)} where ${matches(db, wanted)} limit ${most + 1}
    )
    select counted.total, page.id, page.value
    from (select count(*)::integer as total from found) as counted
    left join lateral (
      select v.id, ${sortValue(db, order)} as value from found join videos v on v.id = found.video_id
      where counted.total <= ${most} ${afterCursor(db, order)}
      order by ${inOrder(db, order)} limit ${limit + 1}
    ) as page on true`
  const found = rows.flatMap(({ id, value }): Found[] => (id ? [{ id, value }] : []))
  return { total: rows[0]?.total ?? 0, found }
}

/** Those that match among the next `steps` videos of the order; stops when the page is full. */
export async function walk(db: Db, wanted: Wanted, order: VideoOrder, steps: number, limit: number) {
  return db<Found[]>`
    select v.id, ${sortValue(db, order)} as value
    from (
      select v.* from videos v where v.is_listed ${afterCursor(db, order)}
      order by ${inOrder(db, order)} limit ${steps}
    ) as v
    join search_documents d on d.video_id = v.id
    where ${matches(db, wanted)}
    order by ${inOrder(db, order)} limit ${limit + 1}`
}

/** The video at which a walk of so many steps ended, unless the order ended before. */
export async function findStep(db: Db, order: VideoOrder, steps: number): Promise<Found | undefined> {
  const [row] = await db<Found[]>`
    select v.id, ${sortValue(db, order)} as value from videos v
    where v.is_listed ${afterCursor(db, order)}
    order by ${inOrder(db, order)} offset ${steps - 1} limit 1`
  return row
}

export async function listTitles(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string; title: string }[]>`select id, title from videos where id = any(${ids})`
  const byId = new Map(rows.map((row) => [row.id, row.title]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
