/** All internal addresses that the web links to; no other web file writes one out. */
export const paths = {
  home: () => '/',
  /** `next` is where to go after signing in. */
  auth: (next = '/', tab: 'sign-in' | 'sign-up' = 'sign-in') => {
    const query = [tab === 'sign-up' && `tab=${tab}`, next !== '/' && `next=${encodeURIComponent(next)}`]
    return ['/auth/', query.filter(Boolean).join('&')].filter(Boolean).join('?')
  },
  resetPassword: () => '/reset-password',
  search: (query: string, type?: 'tweets') =>
    `/search/?q=${encodeURIComponent(query)}${type ? `&type=${type}` : ''}`,
  /** With the id of an upload, the form opens it. */
  uploadVideo: (draft?: string) => (draft ? `/upload-video?draft=${draft}` : '/upload-video'),
  createTweet: () => '/create-tweet',
  /** `list` is a playlist's id or `liked`; `shuffle` the seed of a shuffled order. */
  watch: (videoId: string, list?: string, shuffle?: string) =>
    `/watch/${videoId}${list ? `?list=${list}` : ''}${shuffle ? `&shuffle=${shuffle}` : ''}`,
  statistics: (videoId: string) => `/watch/${videoId}/statistics`,
  profile: (username: string, tab?: 'tweets' | 'playlists') =>
    ['/profile', encodeURIComponent(username), tab].filter(Boolean).join('/'),
  tweets: () => '/tweets',
  tweet: (tweetId: string) => `/tweet/${tweetId}`,
  watchHistory: () => '/watch-history',
  likedVideos: () => '/liked-videos',
  subscriptions: (show?: 'videos' | 'tweets' | 'live') =>
    show ? `/subscriptions?show=${show}` : '/subscriptions',
  manageSubscriptions: () => '/subscriptions/manage',
  playlists: () => '/playlists',
  playlist: (playlistId: string) => `/playlist/${playlistId}`,
  notifications: () => '/notifications',
  /** `section` is the id of a section. */
  settings: (section?: string) => (section ? `/settings#${section}` : '/settings'),
  channelComments: (tab?: 'hidden') => (tab ? `/channel-comments/${tab}` : '/channel-comments'),
  moderation: (tab?: string) => (tab ? `/moderation/${tab}` : '/moderation'),
  insights: () => '/insights',
}
