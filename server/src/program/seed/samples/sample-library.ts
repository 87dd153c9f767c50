import type { Visibility } from '@vireo/contract'
import { generateNKeysBetween } from 'fractional-indexing'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { insertEntry as insertWatched } from '../../../features/library/history/history.queries.ts'
import { insertEntry } from '../../../features/library/playlists/entries.queries.ts'
import { insertPlaylist } from '../../../features/library/playlists/playlists.queries.ts'
import { unusedWatchLater } from '../../../features/library/playlists/playlists.view.ts'
import { newId } from '../../../lib/ids.ts'
import { backdate } from '../backdate.ts'
import { findSamplePlaylist, findSampleUser } from '../seed.queries.ts'

interface SamplePlaylist {
  owner: string
  kind?: 'watch-later'
  name: string
  description: string
  visibility: Visibility
  updatedDaysAgo: number
  /** Keys of sample videos, in the order of the playlist. */
  videos: readonly string[]
}

export const samplePlaylists: readonly SamplePlaylist[] = [
  {
    owner: 'maya',
    name: 'Slow evenings',
    description: 'For when the kettle is on and there is nothing left to do.',
    visibility: 'public',
    updatedDaysAgo: 0.9,
    videos: ['hills', 'northern-lights', 'slow-colors', 'breathing'],
  },
  {
    owner: 'maya',
    name: 'Ideas for the scarf',
    description: '',
    visibility: 'private',
    updatedDaysAgo: 1.2,
    videos: ['mosaic', 'weaving', 'lissajous', 'game-of-life'],
  },
  {
    owner: 'maya',
    kind: 'watch-later',
    name: unusedWatchLater.name,
    description: '',
    visibility: unusedWatchLater.visibility,
    updatedDaysAgo: 0.1,
    videos: ['mandelbrot', 'paper-cut'],
  },
  {
    owner: 'clubkino',
    name: 'Donnerstag um acht',
    description: 'Das Programm der letzten Wochen, zum Nachschauen.',
    visibility: 'public',
    updatedDaysAgo: 4,
    videos: ['paper-cut', 'hills', 'birdsong'],
  },
]

interface SampleWatch {
  by: string
  video: string
  daysAgo: number
  /** In seconds. */
  position: number
}

export const sampleWatches: readonly SampleWatch[] = [
  { by: 'maya', video: 'slow-colors', daysAgo: 0.02, position: 4 },
  { by: 'maya', video: 'hills', daysAgo: 0.05, position: 9 },
  { by: 'maya', video: 'mosaic', daysAgo: 1.1, position: 3 },
  { by: 'maya', video: 'ident', daysAgo: 4.2, position: 2 },
]

/** Adds a sample video to the playlists and histories of sample people. */
export async function addToLibraries(context: Context, tx: Tx, key: string, videoId: string): Promise<void> {
  for (const playlist of samplePlaylists) {
    const index = playlist.videos.indexOf(key)
    const position = generateNKeysBetween(null, null, playlist.videos.length)[index]
    const now = backdate(context, playlist.updatedDaysAgo).clock.now()
    const playlistId = position && (await ensurePlaylist(tx, playlist, now))
    if (playlistId) await insertEntry(tx, { playlistId, videoId, position }, now)
  }
  for (const { by, video, daysAgo, position } of sampleWatches) {
    const userId = video === key ? await findSampleUser(tx, by) : undefined
    const watched_at = backdate(context, daysAgo).clock.now()
    if (userId) await insertWatched(tx, userId, { video_id: videoId, watched_at, position })
  }
}

/** Undefined if the account of its owner was deleted. */
async function ensurePlaylist(tx: Tx, playlist: SamplePlaylist, now: Date): Promise<string | undefined> {
  const { owner, kind = null, name, description, visibility } = playlist
  const ownerId = await findSampleUser(tx, owner)
  if (!ownerId) return undefined
  const found = await findSamplePlaylist(tx, ownerId, name)
  if (found) return found
  await insertPlaylist(tx, { id: newId(), owner_id: ownerId, kind, name, description, visibility }, now)
  return findSamplePlaylist(tx, ownerId, name)
}
