import { type Visibility, watchLaterId } from '@vireo/contract'
import { type Cursor, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { notFound, unauthorized } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'

export interface PlaylistRow {
  id: string
  owner_id: string
  kind: 'watch-later' | null
  name: string
  description: string
  visibility: Visibility
  created_at: Date
  updated_at: Date
  username: string
  fullname: string
  avatar_folder: string | null
}

type NewPlaylist = Pick<PlaylistRow, 'id' | 'owner_id' | 'kind' | 'name' | 'description' | 'visibility'>
type PlaylistChanges = Partial<Pick<PlaylistRow, 'name' | 'description' | 'visibility'>>

const missing = () => notFound('playlist.not-found', 'Playlist not found')

const withOwner = (db: Db, playlists = db`playlists`) => db`
  p.*, o.username, o.fullname, o.avatar_folder
  from ${playlists} p join users o on o.id = p.owner_id and o.is_active and p.deleted_at is null`

/** The playlist with this id, or the caller's built-in one. */
const matchesId = (db: Db, id: string, viewerId: string | undefined) =>
  id === watchLaterId
    ? db`p.owner_id = ${viewerId ?? null} and p.kind = 'watch-later'`
    : db`p.id = ${isId(id) ? id : null}`

/** A playlist that the viewer may see; any other is not found. */
export async function getPlaylist(db: Db, id: string, viewerId: string | undefined): Promise<PlaylistRow> {
  const [row] = await db<PlaylistRow[]>`
    select ${withOwner(db)}
    where ${matchesId(db, id, viewerId)} and (p.visibility <> 'private' or p.owner_id = ${viewerId ?? null})`
  if (!row) throw missing()
  return row
}

/** Changes to a playlist and to its entries take turns with this lock. */
export async function lockOwnPlaylist(db: Db, id: string, ownerId: string): Promise<PlaylistRow> {
  const [row] = await db<PlaylistRow[]>`
    select ${withOwner(db)}
    where ${matchesId(db, id, ownerId)} and p.owner_id = ${ownerId} for no key update of p`
  if (!row) throw missing()
  return row
}

interface ListOptions {
  ownerId: string
  isPublic: boolean
  limit: number
  cursor: Cursor | undefined
}

/** Most recently changed first. */
export async function listPlaylists(
  db: Db,
  { ownerId, isPublic, limit, cursor }: ListOptions,
): Promise<Page<PlaylistRow>> {
  const rows = await db<PlaylistRow[]>`
    select ${withOwner(db)}
    where p.owner_id = ${ownerId} ${isPublic ? db`and p.visibility = 'public'` : db``}
      ${cursor ? db`and (p.updated_at, p.id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by p.updated_at desc, p.id desc
    limit ${limit + 1}`
  const placeOf = (row: PlaylistRow) => ({ value: row.updated_at.toISOString(), id: row.id })
  return toPage(rows, limit, placeOf, ({ description }) => description.length)
}

export interface ChoiceRow extends Pick<PlaylistRow, 'id' | 'name' | 'kind' | 'visibility'> {
  is_saved: boolean
}

export async function listChoices(db: Db, ownerId: string, videoId: string): Promise<ChoiceRow[]> {
  return db<ChoiceRow[]>`
    select p.id, p.name, p.kind, p.visibility, e.video_id is not null as is_saved
    from playlists p left join playlist_entries e on e.playlist_id = p.id and e.video_id = ${videoId}
    where p.owner_id = ${ownerId} and p.deleted_at is null
    order by p.kind nulls last, p.updated_at desc, p.id desc`
}

/** Makes additions of playlists by a person take turns, so that their number can be limited. */
export async function lockOwner(db: Db, ownerId: string): Promise<void> {
  const [row] = await db`select from users where id = ${ownerId} and is_active for no key update`
  if (!row) throw unauthorized()
}

export async function countPlaylists(db: Db, ownerId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from playlists
    where owner_id = ${ownerId} and kind is null and deleted_at is null`
  return row?.count ?? 0
}

/** Does nothing if the person has a built-in playlist of this kind already. */
export async function insertPlaylist(db: Db, playlist: NewPlaylist, now: Date): Promise<void> {
  await db`
    insert into playlists ${db({ ...playlist, created_at: now, updated_at: now })}
    on conflict (owner_id, kind) where kind is not null do nothing`
}

export async function updatePlaylist(db: Db, id: string, changes: PlaylistChanges, now: Date): Promise<void> {
  await db`update playlists set ${db({ ...changes, updated_at: now })} where id = ${id}`
}

export async function startDeletion(db: Db, id: string, now: Date): Promise<void> {
  await db`update playlists set deleted_at = ${now} where id = ${id}`
}

export async function undoDeletion(db: Db, id: string, ownerId: string, since: Date): Promise<void> {
  const [row] = isId(id)
    ? await db`
        update playlists set deleted_at = null
        where id = ${id} and owner_id = ${ownerId} and deleted_at > ${since} returning 1`
    : []
  if (!row) throw missing()
}

/** Detaches playlists whose deletion can no longer be undone, for the purge to remove. */
export async function detachDeleted(db: Db, before: Date): Promise<void> {
  await db`update playlists set owner_id = null where deleted_at <= ${before} and owner_id is not null`
}

export async function assertActive(db: Db, userId: string): Promise<void> {
  const [row] = isId(userId) ? await db`select from users where id = ${userId} and is_active` : []
  if (!row) throw notFound('channel.not-found', 'Channel not found')
}

/** Detaches all playlists of a person at once; their number is limited. */
export async function detachPlaylists(db: Db, ownerId: string): Promise<void> {
  await db`update playlists set owner_id = null where owner_id = ${ownerId}`
}

export async function findDetachedPlaylist(db: Db): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from playlists where owner_id is null order by id limit 1`
  return row?.id
}
