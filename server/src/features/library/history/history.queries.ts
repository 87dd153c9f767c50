import { type Cursor, dateAt } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { isVideoVisible } from '../../publishing/videos/videos.access.ts'

export interface Watching {
  userId: string
  videoId: string
  /** In seconds. Unchanged if undefined. Either all entries of a statement have one, or none. */
  position: number | undefined
}

/**
 * Watching again moves an entry to the top. Nothing changes while the person's history is paused. Returns the entries
 * whose video the person may see. Rows are written in the order of their keys, so that two statements cannot deadlock.
 */
export async function upsertEntries(db: Db, watched: Watching[], now: Date): Promise<Set<Watching>> {
  const hasPosition = watched[0]?.position !== undefined
  const rows = await db<{ place: number }[]>`
    with watched as (
      select * from unnest(
        (select ${watched.map(({ userId }) => userId)}::uuid[]),
        (select ${watched.map(({ videoId }) => videoId)}::uuid[]),
        (select ${watched.map(({ position }) => position ?? 0)}::float8[])
      ) with ordinality as w (user_id, video_id, position, place)
    ), visible as (
      select w.* from watched w join videos v on v.id = w.video_id join users u on u.id = v.owner_id
      where ${isVideoVisible(db, db`w.user_id`)}
    ), written as (
      insert into watch_history (user_id, video_id, watched_at, position)
      select w.user_id, w.video_id, ${now}::timestamptz, w.position
      from visible w join users viewer on viewer.id = w.user_id and not viewer.is_history_paused
      order by w.user_id, w.video_id
      on conflict (user_id, video_id) do update set watched_at = excluded.watched_at
        ${hasPosition ? db`, position = excluded.position` : db``}
    )
    select place::integer from visible`
  const places = new Set(rows.map(({ place }) => place))
  return new Set(watched.filter((_, index) => places.has(index + 1)))
}

export interface HistoryRow {
  video_id: string
  watched_at: Date
  position: number
}

const afterCursor = (db: Db, cursor: Cursor | undefined) =>
  cursor ? db`and (h.watched_at, h.video_id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``

/** Leaves out videos that the person may no longer see, so that only the last page of the list is short. */
export async function listHistory(
  db: Db,
  userId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<HistoryRow[]> {
  return db<HistoryRow[]>`
    select h.video_id, h.watched_at, h.position from watch_history h
      join videos v on v.id = h.video_id join users u on u.id = v.owner_id
    where h.user_id = ${userId} and ${isVideoVisible(db, userId)} ${afterCursor(db, cursor)}
    order by h.watched_at desc, h.video_id desc
    limit ${limit}`
}

/**
 * A text as search compares it: without case and accents. Folding takes several times as long as reading the row, so
 * plain ASCII text skips it: there only case and apostrophes matter.
 */
const comparable = (db: Db, text: ReturnType<Db>) => db`
  (select case when octet_length(t) = length(t) then replace(lower(t), '''', '') else ${folded(db, db`t`)} end
  from (values (${text})) as texts (t))`

const folded = (db: Db, text: ReturnType<Db>) => db`translate(search_fold(${text}), E'\\x01\\x02', '')`

/** The words to look for, as patterns of `like`; folding leaves no special characters in them. */
export async function findPatterns(db: Db, text: string, max: number): Promise<string[]> {
  const rows = await db<{ pattern: string }[]>`
    select distinct '%' || word || '%' as pattern
    from string_to_table(${folded(db, db`${text}::text`)}, ' ') as word
    where word <> '' limit ${max}`
  return rows.map((row) => row.pattern)
}

interface Walk {
  userId: string
  cursor: Cursor | undefined
  /** How many entries are read at most. */
  steps: number
}

const walked = (db: Db, { userId, cursor }: Walk) => db`
  from watch_history h where h.user_id = ${userId} ${afterCursor(db, cursor)}
  order by h.watched_at desc, h.video_id desc`

/** The entries among the next `steps` whose title and channel contain all patterns; ends when the page is full. */
export async function walkHistory(
  db: Db,
  walk: Walk,
  patterns: string[],
  limit: number,
): Promise<HistoryRow[]> {
  return db<HistoryRow[]>`
    select h.video_id, h.watched_at, h.position
    from (select h.* ${walked(db, walk)} limit ${walk.steps}) as h
    -- offset 0 keeps it a lookup per row, so that reading stops when the page is full.
    cross join lateral (
      select from videos v join users u on u.id = v.owner_id
      where v.id = h.video_id and ${isVideoVisible(db, walk.userId)}
        and ${comparable(db, db`v.title || ' ' || u.fullname || ' ' || u.username`)} like all (${patterns})
      offset 0
    ) as match
    order by h.watched_at desc, h.video_id desc
    limit ${limit}`
}

/** The last of the next `steps` entries; undefined if there are fewer. */
export async function findLastStep(db: Db, walk: Walk): Promise<HistoryRow | undefined> {
  const [row] = await db<HistoryRow[]>`select h.* ${walked(db, walk)} offset ${walk.steps - 1} limit 1`
  return row
}

/** Also deletes the entry of a video that the person may no longer see: it is their own entry. */
export async function deleteEntry(db: Db, userId: string, videoId: string): Promise<HistoryRow> {
  const [row] = isId(videoId)
    ? await db<HistoryRow[]>`
        delete from watch_history where user_id = ${userId} and video_id = ${videoId}
        returning video_id, watched_at, position`
    : []
  if (!row) throw notFound('history.not-found', 'Not in your watch history')
  return row
}

/** Keeps an entry that was added since then, because it is newer. */
export async function insertEntry(db: Db, userId: string, row: HistoryRow): Promise<void> {
  await db`insert into watch_history ${db({ user_id: userId, ...row })} on conflict do nothing`
}

export async function deleteHistory(db: Db, userId: string): Promise<void> {
  await db`delete from watch_history where user_id = ${userId}`
}

export async function isHistoryPaused(db: Db, userId: string): Promise<boolean> {
  const [row] = await db<{ is_history_paused: boolean }[]>`
    select is_history_paused from users where id = ${userId}`
  return row?.is_history_paused ?? false
}

export async function setHistoryPaused(db: Db, userId: string, isPaused: boolean): Promise<void> {
  await db`update users set is_history_paused = ${isPaused} where id = ${userId}`
}
