import type { ContentKind, FeedEntry } from '@vireo/contract'
import type { AppContext } from '../../../context/context.ts'
import { listTweetsById } from '../../publishing/tweets/tweets.service.ts'
import { listSummariesById } from '../../publishing/videos/videos.service.ts'
import { type FeedPage, findNewSince, listFeed } from './subscription-feed.queries.ts'

/** A page of the feed with the contents of its cards. */
export async function loadFeed(
  context: AppContext,
  viewerId: string,
  page: FeedPage,
): Promise<{ docs: FeedEntry[]; nextCursor: string | null }> {
  const { sql, clock } = context
  const [{ rows, nextCursor }, newSince] = await Promise.all([
    listFeed(sql, viewerId, page),
    findNewSince(sql, viewerId, clock.now()),
  ])
  const idsOf = (kind: ContentKind) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []))
  const [videos, tweets] = await Promise.all([
    listSummariesById(context, idsOf('video'), viewerId),
    listTweetsById(sql, idsOf('tweet'), viewerId),
  ])
  const byId = new Map<string, Pick<FeedEntry, ContentKind>>([
    ...videos.map((video) => [video._id, { video }] as const),
    ...tweets.map((tweet) => [tweet._id, { tweet }] as const),
  ])
  const docs = rows.flatMap(({ id, published_at }): FeedEntry[] => {
    const shown = byId.get(id)
    const isNew = newSince !== undefined && published_at > newSince
    return shown ? [{ _id: id, publishedAt: published_at.toISOString(), isNew, ...shown }] : []
  })
  return { docs, nextCursor }
}
