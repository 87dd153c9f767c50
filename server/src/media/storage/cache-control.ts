/** For avatars, covers and pictures of tweets: always public, and a file never changes under its name. */
export const cacheForever = 'public, max-age=31536000, immutable'

/** Shared caches revalidate every ten seconds, because a public video may be made private. */
export const cacheWhilePublic = 'public, max-age=31536000, s-maxage=10, immutable'

export const cachePrivately = 'private, max-age=3600'
