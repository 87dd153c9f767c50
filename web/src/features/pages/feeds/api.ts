import { api, type ContentKind, type FeedEntry, type Tweet, type VideoSummary } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { logFailure } from '../../../lib/log.ts'
import { pagedQuery } from '../../../lib/query/paged-docs.ts'
import { tweetListKeys } from '../../publishing/tweets/api.ts'

export type FeedItem =
  | { _id: string; kind: 'video'; isNew: boolean; video: VideoSummary }
  | (Tweet & { kind: 'tweet'; isNew: boolean })

/**
 * The videos and tweets of subscribed channels, or only one of both. Cached under the key of tweet lists, because its
 * tweets' likes and reply counts must change here too.
 */
export const subscriptionFeedQuery = (kind: ContentKind | undefined) =>
  pagedQuery([...tweetListKeys, { of: 'subscriptions', kind }] as const, async (cursor, signal) => {
    const { docs, nextCursor } = await call(api.subscriptionFeed.list, { query: { kind, cursor }, signal })
    return { docs: docs.flatMap(toItem), nextCursor }
  })

function toItem({ _id, isNew, video, tweet }: FeedEntry): FeedItem[] {
  if (video) return [{ _id, kind: 'video', isNew, video }]
  return tweet ? [{ ...tweet, kind: 'tweet', isNew }] : []
}

/** The next visit marks only items published from now on. If this call fails, it marks more. */
export async function markFeedSeen() {
  try {
    await call(api.subscriptionFeed.look)
  } catch (error) {
    logFailure('The visit to the subscriptions could not be recorded', error)
  }
}
