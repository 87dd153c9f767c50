import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'
import { tweetView } from '../publishing/tweets.ts'
import { videoSummary } from '../publishing/videos.ts'

/** A video or tweet of a subscribed channel. */
const feedEntry = t.object({
  _id: id(),
  publishedAt: timestamp(),
  /** Published since the last visit to the feed. */
  isNew: t.boolean(),
  video: t.optional(videoSummary),
  tweet: t.optional(tweetView),
})
export type FeedEntry = Static<typeof feedEntry>

export const subscriptionFeed = {
  list: endpoint({
    method: 'GET',
    path: '/subscription/feed',
    auth: 'session',
    summary: 'The videos and tweets of the channels that the signed-in person follows, newest first',
    message: 'Subscriptions',
    query: t.object({ kind: t.optional(t.oneOf(['video', 'tweet'])), ...pageQuery }),
    /** Only `nextCursor` shows whether there is more, as a page may be shorter than `limit`. */
    data: pageOf(feedEntry),
  }),
  look: endpoint({
    method: 'POST',
    path: '/subscription/feed/look',
    auth: 'session',
    limit: perMinute('look-at-feed', 120),
    summary: 'Tell that the feed is looked at: the next visit marks what is published from now on as new',
    message: 'Look noted',
    data: t.null(),
  }),
}
