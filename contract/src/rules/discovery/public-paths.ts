import { addressOf } from '../../endpoint.ts'

/** The size of an embedded player on other sites, unless they know the video's aspect ratio. */
export const embedSize = { width: 1280, height: 720 } as const

/** Paths of the pages and feeds to which other sites and programs link. */
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
  /** Redirect to the video file that podcast apps play, to its adaptive stream and to its chapters. */
  videoFile: (videoId: string) => `/feeds/videos/${videoId}.mp4`,
  videoStream: (videoId: string) => `/feeds/videos/${videoId}.m3u8`,
  videoChapters: (videoId: string) => `/feeds/videos/${videoId}/chapters.json`,
  /** Describes to other sites how to embed the video whose page is at `url`, a complete address. */
  oembed: (url: string) =>
    `${addressOf({ path: '/oembed' })}?${new URLSearchParams({ url, format: 'json' })}`,
}
