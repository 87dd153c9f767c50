/** A file never changes under its name, but may become private or be removed: shared caches ask every ten seconds. */
export const cacheWhilePublic = 'public, max-age=31536000, s-maxage=10, immutable'

export const cachePrivately = 'private, max-age=3600'

/** For files that must not remain in a browser after its person has signed out. */
export const cacheNever = 'private, no-store'
