import {
  type api,
  type BodyOf,
  type ListedPlaylist,
  type Playlist,
  type PlaylistChoice,
  playlistLimits,
} from '@vireo/contract'
import type { AppContext, Context } from '../../../context/context.ts'
import type { Cursor } from '../../../db/paging.ts'
import type { Db, Tx } from '../../../db/sql.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest, conflict } from '../../../lib/app-error.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { listEntries, listEntriesOfEach, listFirstEntries, sumEntries } from './entries.queries.ts'
import { addEntry } from './entries.service.ts'
import {
  countPlaylists,
  detachDeleted,
  getPlaylist,
  insertPlaylist,
  listChoices,
  lockOwner,
  lockOwnPlaylist,
  type PlaylistRow,
  startDeletion,
  undoDeletion,
  updatePlaylist,
} from './playlists.queries.ts'
import {
  createListedVideoView,
  createRowView,
  toChoice,
  toPlaylistFields,
  unusedWatchLater,
} from './playlists.view.ts'

const createdPerMinute = 30

/** Creates a playlist, with one video if one is given. */
export async function createPlaylist(
  { sql, clock }: Context,
  ownerId: string,
  { videoId, ...details }: BodyOf<typeof api.playlists.create>,
): Promise<string> {
  const now = clock.now()
  await countAttempt(sql, { key: `new-playlist:${ownerId}`, max: createdPerMinute, windowSeconds: 60 }, now)
  const playlist = {
    id: newId(),
    owner_id: ownerId,
    kind: null,
    name: details.name.trim(),
    description: details.description?.trim() ?? '',
    visibility: details.visibility ?? 'private',
  }
  await sql.begin(async (tx) => {
    await assertMayAddPlaylist(tx, ownerId)
    await insertPlaylist(tx, playlist, now)
    if (videoId) await addEntry(tx, { playlistId: playlist.id, ownerId, videoId }, {}, now)
  })
  return playlist.id
}

async function assertMayAddPlaylist(tx: Tx, ownerId: string): Promise<void> {
  await lockOwner(tx, ownerId)
  if ((await countPlaylists(tx, ownerId)) >= playlistLimits.perPerson)
    throw conflict('playlist.too-many', `You can have at most ${playlistLimits.perPerson} playlists`)
}

export async function changePlaylist(
  { sql, clock }: Context,
  id: string,
  ownerId: string,
  body: BodyOf<typeof api.playlists.update>,
): Promise<string> {
  return sql.begin(async (tx) => {
    const playlist = await lockOwnPlaylist(tx, id, ownerId)
    assertNotBuiltIn(playlist)
    const changes = {
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.description !== undefined && { description: body.description.trim() }),
      ...(body.visibility !== undefined && { visibility: body.visibility }),
    }
    await updatePlaylist(tx, playlist.id, changes, clock.now())
    return playlist.id
  })
}

export async function removePlaylist({ sql, clock }: Context, id: string, ownerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const playlist = await lockOwnPlaylist(tx, id, ownerId)
    assertNotBuiltIn(playlist)
    await startDeletion(tx, playlist.id, clock.now())
  })
}

function assertNotBuiltIn({ kind, name }: PlaylistRow): void {
  if (kind) throw badRequest(`${name} cannot be changed or deleted`, undefined, 'playlist.built-in')
}

export async function restorePlaylist({ sql, clock }: Context, id: string, ownerId: string): Promise<void> {
  const since = secondsAfter(clock.now(), -playlistLimits.undoSeconds)
  await sql.begin(async (tx) => {
    await assertMayAddPlaylist(tx, ownerId)
    await undoDeletion(tx, id, ownerId, since)
  })
}

/** Detaches playlists whose deletion can no longer be undone. The caller must then request a purge. */
export async function detachRemovedPlaylists(db: Db, now: Date): Promise<void> {
  await detachDeleted(db, secondsAfter(now, -playlistLimits.undoSeconds))
}

/** The views of playlists in a list, with the first video of each. */
export async function describePlaylists(
  { sql, signer, clock }: AppContext,
  rows: PlaylistRow[],
  viewerId: string | undefined,
): Promise<Playlist[]> {
  const ids = rows.map((row) => row.id)
  const [firsts, totals] = await Promise.all([
    listFirstEntries(sql, ids, viewerId),
    sumEntries(sql, ids, viewerId),
  ])
  const toRow = createRowView({ signer, now: clock.now() })
  const firstOf = new Map(firsts.map((entry) => [entry.playlist_id, toRow(entry, false)]))
  const totalsOf = new Map(totals.map((total) => [total.playlist_id, total]))
  return rows.map((row) => {
    const first = firstOf.get(row.id)
    return {
      ...toPlaylistFields(row),
      thumbnail: first?.thumbnail ?? null,
      videosCount: totalsOf.get(row.id)?.count ?? 0,
      duration: totalsOf.get(row.id)?.duration ?? 0,
      videos: first ? [first] : [],
    }
  })
}

/** The views of one's own playlists in a list, with their videos. */
export async function describeOwnPlaylists(
  context: AppContext,
  rows: PlaylistRow[],
  ownerId: string,
): Promise<ListedPlaylist[]> {
  const { sql, signer, clock } = context
  const playlists = await describePlaylists(context, rows, ownerId)
  const ids = playlists.map(({ _id }) => _id)
  const entries = await listEntriesOfEach(sql, ids, listedCounts(playlists), ownerId)
  const entriesOf = Map.groupBy(entries, (entry) => entry.playlist_id)
  const toListed = createListedVideoView({ signer, now: clock.now() })
  return playlists.map((playlist) => ({
    ...playlist,
    videos: (entriesOf.get(playlist._id) ?? []).map(toListed),
  }))
}

/** How many videos of each playlist a list sends: all of them until there are too many, then the first of each. */
function listedCounts(playlists: Playlist[]): number[] {
  let left: number = playlistLimits.listedVideos
  return playlists.map(({ videosCount }) => {
    const count = Math.min(videosCount, Math.max(left, 1))
    left -= count
    return count
  })
}

export async function describePlaylist(
  context: AppContext,
  id: string,
  viewerId: string | undefined,
): Promise<Playlist> {
  const row = await getPlaylist(context.sql, id, viewerId)
  const [playlist] = await describePlaylists(context, [row], viewerId)
  if (!playlist) throw new Error(`Playlist ${id} was not described`)
  return playlist
}

/** A playlist with a page of its rows. */
export async function readPlaylist(
  { sql, signer, clock }: AppContext,
  id: string,
  viewerId: string | undefined,
  page: { limit: number; cursor: Cursor | undefined },
): Promise<{ playlist: Playlist; nextCursor: string | null }> {
  const row = await getPlaylist(sql, id, viewerId)
  const [{ rows, nextCursor }, [total], [first]] = await Promise.all([
    listEntries(sql, row.id, { viewerId, ...page }),
    sumEntries(sql, [row.id], viewerId),
    listFirstEntries(sql, [row.id], viewerId),
  ])
  const toRow = createRowView({ signer, now: clock.now() })
  const playlist = {
    ...toPlaylistFields(row),
    thumbnail: first ? toRow(first, false).thumbnail : null,
    videosCount: total?.count ?? 0,
    duration: total?.duration ?? 0,
    videos: rows.map((entry) => toRow(entry, row.owner_id === viewerId)),
  }
  return { playlist, nextCursor }
}

export async function listPlaylistChoices(
  db: Db,
  ownerId: string,
  videoId: string,
): Promise<PlaylistChoice[]> {
  const rows = await listChoices(db, ownerId, videoId)
  const choices = rows.map(toChoice)
  return choices.some(({ kind }) => kind) ? choices : [unusedWatchLater, ...choices]
}
