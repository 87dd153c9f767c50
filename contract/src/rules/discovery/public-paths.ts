import { addressOf } from '../../endpoint.ts'

/** The size that other sites give an embedded player, unless they know the shape of the video. */
export const embedSize = { width: 1280, height: 720 } as const

/** The pages and feeds that other sites and programs link to, as paths of this site. */
export const publicPaths = {
  video: (videoId: string) => `/watch/${videoId}`,
  embed: (videoId: string) => `/embed/${videoId}`,
  channel: (username: string) => `/profile/${encodeURIComponent(username)}`,
  tweet: (tweetId: string) => `/tweet/${tweetId}`,
  playlist: (playlistId: string) => `/playlist/${playlistId}`,
  /** RSS: the videos of a channel. */
  channelFeed: (username: string) => `/feeds/channels/${encodeURIComponent(username)}.xml`,
  /** Atom: the tweets of a channel. */
  channelTweetsFeed: (username: string) => `/feeds/channels/${encodeURIComponent(username)}/tweets.atom`,
  /** Atom: all tweets. */
  tweetsFeed: () => '/feeds/tweets.atom',
  /** Leads to the file of a video that podcast apps play, to its adaptive stream and to its chapters. */
  videoFile: (videoId: string) => `/feeds/videos/${videoId}.mp4`,
  videoStream: (videoId: string) => `/feeds/videos/${videoId}.m3u8`,
  videoChapters: (videoId: string) => `/feeds/videos/${videoId}/chapters.json`,
  /** Tells other sites how to embed the video whose page is at `url`, which is a complete address. */
  oembed: (url: string) =>
    `${addressOf({ path: '/oembed' })}?${new URLSearchParams({ url, format: 'json' })}`,
}
