/** The pages of the site, with their addresses as the specification spells them, and one entry for every other path. */
export const pageRoutes = [
  '/',
  '/auth',
  '/reset-password',
  '/search',
  '/upload-video',
  '/create-tweet',
  '/watch/{videoId}',
  '/profile/{username}',
  '/profile/{username}/tweets',
  '/profile/{username}/playlists',
  '/tweets',
  '/tweet/{tweetId}',
  '/watch-history',
  '/liked-videos',
  '/playlists',
  '/playlist/{playlistId}',
  '/settings',
  '/subscriptions',
  '/notifications',
  '/unsubscribe',
  '/moderation',
  '/moderation/{tab}',
  '/insights',
  'not found',
] as const
export type PageRoute = (typeof pageRoutes)[number]

export const longestPath = 300

/** A path as it is counted: without query, hash and trailing slash. */
export const pathOfPage = (path: string) =>
  path
    .replace(/[?#].*/, '')
    .slice(0, longestPath)
    .replace(/\/+$/, '') || '/'

/** The page that a path leads to, in any case, as in the router. */
export const routeOf = (path: string): PageRoute =>
  pageRoutes.find((route) => new RegExp(`^${route.replace(/{\w+}/g, '[^/]+')}$`, 'i').test(path)) ??
  'not found'
