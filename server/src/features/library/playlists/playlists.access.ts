import type { Db } from '../../../db/sql.ts'

/** Which playlists everyone can find, as a condition on `playlists p` and their owners `users u`. */
export const isPlaylistPublic = (db: Db) => db`
  u.is_active and p.deleted_at is null and p.visibility = 'public'`
