import { playlistLimits, watchLaterId } from '@vireo/contract'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { conflict, notFound } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import {
  countEntries,
  deleteEntry,
  findNeighbour,
  findPosition,
  insertEntry,
  listVideoIds,
  renumber,
  updatePosition,
} from './entries.queries.ts'
import { insertPlaylist, lockOwnPlaylist, updatePlaylist } from './playlists.queries.ts'
import { unusedWatchLater } from './playlists.view.ts'

/** Repeated moves to the same place make positions longer. Beyond this length all entries get new positions. */
const longestPosition = 50
const changesPerMinute = 300

/** The video next to which another one is placed. */
interface EntryPlace {
  after?: string | undefined
  before?: string | undefined
}

interface Change {
  playlistId: string
  ownerId: string
  videoId: string
}

/** Adds a video, or moves it if the playlist has it already. */
export async function putVideo(
  context: Context,
  { playlistId: id, ownerId, videoId }: Change,
  place: EntryPlace,
) {
  const now = context.clock.now()
  await countChange(context, ownerId)
  return context.sql.begin(async (tx) => {
    await ensureWatchLater(tx, id, ownerId, now)
    const playlist = await lockOwnPlaylist(tx, id, ownerId)
    const current = await findPosition(tx, playlist.id, videoId)
    if (current === undefined) {
      await addEntry(tx, { playlistId: playlist.id, ownerId, videoId }, place, now)
      await updatePlaylist(tx, playlist.id, {}, now)
      return { isAdded: true, isMoved: false, updatedAt: now.toISOString() }
    }
    const position = await findPlace(tx, playlist.id, videoId, place)
    if (position === undefined)
      return { isAdded: false, isMoved: false, updatedAt: playlist.updated_at.toISOString() }
    await updatePosition(tx, { playlistId: playlist.id, videoId, position })
    await updatePlaylist(tx, playlist.id, {}, now)
    return { isAdded: false, isMoved: true, updatedAt: now.toISOString() }
  })
}

/** Watch later is created when something is first saved to it. */
async function ensureWatchLater(tx: Tx, id: string, ownerId: string, now: Date): Promise<void> {
  if (id !== watchLaterId) return
  const { name, kind, visibility } = unusedWatchLater
  await insertPlaylist(tx, { id: newId(), owner_id: ownerId, kind, name, visibility, description: '' }, now)
}

/** The caller must have locked the playlist. */
export async function addEntry(
  tx: Tx,
  { playlistId, ownerId, videoId }: Change,
  place: EntryPlace,
  now: Date,
) {
  await getVisibleVideo(tx, videoId, ownerId)
  if ((await countEntries(tx, playlistId)) >= playlistLimits.videos)
    throw conflict('playlist.full', `A playlist has at most ${playlistLimits.videos} videos`)
  const position =
    (await findPlace(tx, playlistId, videoId, place)) ?? (await findEnd(tx, playlistId, videoId))
  await insertEntry(tx, { playlistId, videoId, position }, now)
}

export async function removeEntry(context: Context, { playlistId: id, ownerId, videoId }: Change) {
  const now = context.clock.now()
  await countChange(context, ownerId)
  return context.sql.begin(async (tx) => {
    const playlist = await lockOwnPlaylist(tx, id, ownerId)
    if (!(await deleteEntry(tx, playlist.id, videoId)))
      throw notFound('video.not-found', 'The video is not in this playlist')
    await updatePlaylist(tx, playlist.id, {}, now)
    return { updatedAt: now.toISOString() }
  })
}

const countChange = ({ sql, clock }: Context, ownerId: string) =>
  countAttempt(sql, { key: `playlist:${ownerId}`, max: changesPerMinute, windowSeconds: 60 }, clock.now())

/** A position at the requested place; undefined without one, or if the other video is not in the playlist. */
async function findPlace(
  tx: Tx,
  playlistId: string,
  videoId: string,
  place: EntryPlace,
): Promise<string | undefined> {
  const { after, before } = place
  const anchorId = after ?? before
  if (!anchorId || anchorId === videoId) return undefined
  const anchor = await findPosition(tx, playlistId, anchorId)
  if (anchor === undefined) return undefined
  const side = after ? { after: anchor } : { before: anchor }
  const neighbour = await findNeighbour(tx, playlistId, videoId, side)
  const position = after ? generateKeyBetween(anchor, neighbour) : generateKeyBetween(neighbour, anchor)
  if (position.length <= longestPosition) return position
  await renumberAll(tx, playlistId)
  return findPlace(tx, playlistId, videoId, place)
}

const findEnd = async (tx: Tx, playlistId: string, videoId: string) =>
  generateKeyBetween(await findNeighbour(tx, playlistId, videoId, 'last'), null)

async function renumberAll(tx: Tx, playlistId: string): Promise<void> {
  const ids = await listVideoIds(tx, playlistId)
  await renumber(tx, playlistId, ids, generateNKeysBetween(null, null, ids.length))
}
