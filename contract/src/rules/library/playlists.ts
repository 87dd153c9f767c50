import type { Rule } from '../core/rule.ts'

/** Endpoints accept this in place of the id of the caller's own Watch later playlist. */
export const watchLaterId = 'watch-later'

export const playlistLimits = {
  nameLength: 150,
  descriptionLength: 5000,
  /** Playlists per person, not counting the built-in ones. */
  perPerson: 500,
  videos: 5000,
  /** The largest number of a playlist's videos in one response, which has fewer if their titles are long. */
  page: 1000,
  /** The number of videos that a list of playlists sends in all, after which it sends one of each playlist. */
  listedVideos: 1000,
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
