import { limits } from '../limits.ts'
import type { Rule } from './accounts.ts'

export const playlistNameRule: Rule = (value) => {
  if (!value.trim()) return 'Playlist name is required'
  if (value.trim().length > limits.playlistNameLength)
    return `Playlist name must be at most ${limits.playlistNameLength} characters`
}

export const playlistDescriptionRule: Rule = (value) => {
  if (value.trim().length > limits.playlistDescriptionLength)
    return `Description must be at most ${limits.playlistDescriptionLength} characters`
}
