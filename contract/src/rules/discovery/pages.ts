/** The pages of the site as in the specification, and one entry for all other paths. */
export const pageRoutes = [
  '/',
  '/auth',
  '/reset-password',
  '/search',
  '/upload-video',
  '/create-tweet',
  '/watch/{videoId}',
  '/watch/{videoId}/statistics',
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
  '/channel-comments',
  '/channel-comments/{tab}',
  '/subscriptions',
  '/subscriptions/manage',
  '/notifications',
  '/unsubscribe',
  '/moderation',
  '/moderation/{tab}',
  '/insights',
  'not found',
] as const
export type PageRoute = (typeof pageRoutes)[number]

export const longestPath = 300

/** A path as counted by page views: without query, hash and trailing slash. */
export const pathOfPage = (path: string) =>
  path
    .replace(/[?#].*/, '')
    .slice(0, longestPath)
    .replace(/\/+$/, '') || '/'

/** The page at a path. Case does not matter, as in the router. */
export const routeOf = (path: string): PageRoute =>
  pageRoutes.find((route) => new RegExp(`^${route.replace(/{\w+}/g, '[^/]+')}$`, 'i').test(path)) ??
  'not found'

/** The days that a report of page views can cover, including today. */
export const reportPeriods = [7, 30, 90] as const
export type ReportPeriod = (typeof reportPeriods)[number]
