/** Avatars, covers and pictures of tweets are never hidden from anyone, and no file changes under its name. */
export const cacheForever = 'public, max-age=31536000, immutable'

/** A cache that many people share asks again every few seconds: a public video may have been made private. */
export const cacheWhilePublic = 'public, max-age=31536000, s-maxage=10, immutable'

export const cachePrivately = 'private, max-age=3600'
