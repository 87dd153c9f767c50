import { type Cursor, type Page, textAt, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { isId } from '../../../lib/ids.ts'
import { isVideoVisible } from '../../publishing/videos/videos.access.ts'

export interface EntryRow {
  playlist_id: string
  video_id: string
  position: string
  /** False for a video that this viewer may not see. */
  is_visible: boolean
  title: string
  visibility: 'public' | 'unlisted' | 'private'
  folder: string
  thumbnail_folder: string | null
  duration: number
  views: number
  created_at: Date
  owner_id: string
  username: string
  fullname: string
  avatar_folder: string | null
}

/** The entries of videos that are not deleted, with the columns that a row shows. */
const entries = (db: Db, viewerId: string | undefined) => db`
  e.playlist_id, e.video_id, e.position, ${isVideoVisible(db, viewerId)} as is_visible, v.title, v.visibility, v.folder,
  v.thumbnail_folder, v.duration, v.views::float8 as views, v.created_at, v.owner_id,
  u.username, u.fullname, u.avatar_folder
  ${fromEntries(db)}`

const fromEntries = (db: Db) => db`
  from playlist_entries e join videos v on v.id = e.video_id join users u on u.id = v.owner_id and u.is_active`

export async function listEntries(
  db: Db,
  playlistId: string,
  { viewerId, limit, cursor }: { viewerId: string | undefined; limit: number; cursor: Cursor | undefined },
): Promise<Page<EntryRow>> {
  const rows = await db<EntryRow[]>`
    select ${entries(db, viewerId)}
    where e.playlist_id = ${playlistId} ${cursor ? db`and e.position > ${textAt(cursor)}` : db``}
    order by e.position limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.position, id: playlistId }), lettersOf)
}

const lettersOf = ({ title, fullname }: EntryRow) => title.length + fullname.length

/** The first entry of each playlist that the viewer may watch. */
export async function listFirstEntries(
  db: Db,
  playlistIds: string[],
  viewerId: string | undefined,
): Promise<EntryRow[]> {
  if (playlistIds.length === 0) return []
  return db<EntryRow[]>`
    select first.* from unnest(${playlistIds}::uuid[]) as p (id) cross join lateral (
      select ${entries(db, viewerId)} where e.playlist_id = p.id and ${isVideoVisible(db, viewerId)}
      order by e.position limit 1
    ) as first`
}

/** A row of a playlist in a list of playlists. */
export type ListedEntryRow = Pick<
  EntryRow,
  | 'playlist_id'
  | 'video_id'
  | 'position'
  | 'is_visible'
  | 'title'
  | 'visibility'
  | 'folder'
  | 'thumbnail_folder'
  | 'duration'
>

/** The first entries of each playlist, as many as `counts` says at the same place. */
export async function listEntriesOfEach(
  db: Db,
  playlistIds: string[],
  counts: number[],
  viewerId: string,
): Promise<ListedEntryRow[]> {
  if (playlistIds.length === 0) return []
  return db<ListedEntryRow[]>`
    select entry.* from unnest(${playlistIds}::uuid[], ${counts}::int[]) as p (id, count) cross join lateral (
      select e.playlist_id, e.video_id, e.position, ${isVideoVisible(db, viewerId)} as is_visible, v.title, v.visibility,
        v.folder, v.thumbnail_folder, v.duration
      ${fromEntries(db)} where e.playlist_id = p.id order by e.position limit p.count
    ) as entry order by entry.playlist_id, entry.position`
}

interface Totals {
  playlist_id: string
  count: number
  duration: number
}

/** The number of videos in each playlist, and the total duration of those that the viewer may see. */
export async function sumEntries(
  db: Db,
  playlistIds: string[],
  viewerId: string | undefined,
): Promise<Totals[]> {
  if (playlistIds.length === 0) return []
  return db<Totals[]>`
    select e.playlist_id, count(*)::int as count,
      coalesce(sum(v.duration) filter (where ${isVideoVisible(db, viewerId)}), 0) as duration
    ${fromEntries(db)} where e.playlist_id = any(${playlistIds}::uuid[]) group by e.playlist_id`
}

export async function countEntries(db: Db, playlistId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from playlist_entries where playlist_id = ${playlistId}`
  return row?.count ?? 0
}

export async function findPosition(db: Db, playlistId: string, videoId: string): Promise<string | undefined> {
  const [row] = isId(videoId)
    ? await db<{ position: string }[]>`
        select position from playlist_entries where playlist_id = ${playlistId} and video_id = ${videoId}`
    : []
  return row?.position
}

/** The position next to another one, or of the last entry, ignoring the video that is moved. */
export async function findNeighbour(
  db: Db,
  playlistId: string,
  movingId: string,
  side: { after: string } | { before: string } | 'last',
): Promise<string | null> {
  const isBeside =
    side === 'last'
      ? db`true`
      : 'after' in side
        ? db`position > ${side.after}`
        : db`position < ${side.before}`
  const direction = side !== 'last' && 'after' in side ? db`asc` : db`desc`
  const [row] = await db<{ position: string }[]>`
    select position from playlist_entries
    where playlist_id = ${playlistId} and video_id <> ${movingId} and ${isBeside}
    order by position ${direction} limit 1`
  return row?.position ?? null
}

export async function insertEntry(
  db: Db,
  entry: { playlistId: string; videoId: string; position: string },
  now: Date,
): Promise<void> {
  await db`
    insert into playlist_entries (playlist_id, video_id, position, added_at)
    values (${entry.playlistId}, ${entry.videoId}, ${entry.position}, ${now})`
}

export async function updatePosition(
  db: Db,
  { playlistId, videoId, position }: { playlistId: string; videoId: string; position: string },
): Promise<void> {
  await db`
    update playlist_entries set position = ${position}
    where playlist_id = ${playlistId} and video_id = ${videoId}`
}

export async function deleteEntry(db: Db, playlistId: string, videoId: string): Promise<boolean> {
  const deleted = isId(videoId)
    ? await db`
        delete from playlist_entries where playlist_id = ${playlistId} and video_id = ${videoId} returning 1`
    : []
  return deleted.length > 0
}

export async function listVideoIds(db: Db, playlistId: string): Promise<string[]> {
  const rows = await db<{ video_id: string }[]>`
    select video_id from playlist_entries where playlist_id = ${playlistId} order by position`
  return rows.map((row) => row.video_id)
}

/** Sets the positions of the videos; the two lists have the same order. */
export async function renumber(
  db: Db,
  playlistId: string,
  videoIds: string[],
  positions: string[],
): Promise<void> {
  await db`
    update playlist_entries e set position = n.position
    from unnest(${videoIds}::uuid[], ${positions}::text[]) as n (video_id, position)
    where e.playlist_id = ${playlistId} and e.video_id = n.video_id`
}
