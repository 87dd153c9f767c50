import type { ContentSubject } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { getVisibleTweet } from '../../publishing/tweets/tweets.access.ts'
import { getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import type { CommentSubject } from './comments.queries.ts'

/** The video or tweet of a comment. Throws not-found unless the viewer may see it. */
export async function getVisibleSubject(
  { sql }: { sql: Db },
  { kind, id }: ContentSubject,
  viewerId: string | undefined,
): Promise<CommentSubject> {
  const getVisible = kind === 'tweet' ? getVisibleTweet : getVisibleVideo
  const { ownerId, commentsMode } = await getVisible(sql, id, viewerId)
  return { kind, id, ownerId, commentsMode }
}

export const subjectOf = (comment: { video_id: string | null; tweet_id: string | null }): ContentSubject =>
  comment.tweet_id ? { kind: 'tweet', id: comment.tweet_id } : { kind: 'video', id: comment.video_id ?? '' }
