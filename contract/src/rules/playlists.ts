// Imported by its own path: the browser's first files have no use for it.
import type { Rule } from './accounts.ts'

/** Stands for the caller's own Watch later wherever a call takes the id of a playlist. */
export const watchLaterId = 'watch-later'

export const playlistLimits = {
  nameLength: 150,
  descriptionLength: 5000,
  /** Playlists that one person may have, besides the built-in ones. */
  perPerson: 500,
  videos: 5000,
  /** How many rows of a playlist an answer has at most. */
  page: 1000,
  /** How long the deletion of a playlist can be undone. */
  undoSeconds: 3600,
} as const

export const playlistNameRule: Rule = (value) => {
  if (!value.trim()) return 'Playlist name is required'
  if (value.trim().length > playlistLimits.nameLength)
    return `Playlist name must be at most ${playlistLimits.nameLength} characters`
}

export const playlistDescriptionRule: Rule = (value) => {
  if (value.trim().length > playlistLimits.descriptionLength)
    return `Description must be at most ${playlistLimits.descriptionLength} characters`
}
