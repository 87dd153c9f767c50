import { inBatches, type Removal } from '../../core/removal/removal.ts'
import { detachPlaylists, findDetachedPlaylist } from './playlists.queries.ts'

export const playlistsRemoval: Removal = {
  marked: {
    table: 'playlists',
    dependants: 'withPlaylist',
    find: async (db) => {
      const id = await findDetachedPlaylist(db)
      return id ? { id, folders: [] } : undefined
    },
  },
  detachFromAccount: [
    {
      keys: ['playlists.owner_id'],
      removeBatch: async (sql, ownerId) => {
        await detachPlaylists(sql, ownerId)
        return false
      },
    },
  ],
  withVideo: [inBatches('playlist_entries', 'video_id')],
  withPlaylist: [inBatches('playlist_entries', 'playlist_id')],
}
