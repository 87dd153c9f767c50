/** For files that are always public. A file never changes under its name. */
export const cacheForever = 'public, max-age=31536000, immutable'

/** For files that may become private: shared caches revalidate them every ten seconds. */
export const cacheWhilePublic = 'public, max-age=31536000, s-maxage=10, immutable'

export const cachePrivately = 'private, max-age=3600'

/** For files that must not remain in a browser after its person has signed out. */
export const cacheNever = 'private, no-store'
