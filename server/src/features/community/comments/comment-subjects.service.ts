import type { ContentSubject } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { getTweetOwner } from '../../publishing/tweets/tweets.access.ts'
import { getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import type { CommentRow } from './comments.queries.ts'

interface CommentSubject extends ContentSubject {
  ownerId: string
}

/** The video or tweet of a comment. Throws not-found unless the viewer may see it. */
export async function getVisibleSubject(
  { sql }: { sql: Db },
  { kind, id }: ContentSubject,
  viewerId: string | undefined,
): Promise<CommentSubject> {
  if (kind === 'tweet') return { kind, id, ownerId: await getTweetOwner(sql, id, viewerId) }
  const { ownerId } = await getVisibleVideo(sql, id, viewerId)
  return { kind, id, ownerId }
}

export const subjectOf = (comment: CommentRow): ContentSubject =>
  comment.tweet_id ? { kind: 'tweet', id: comment.tweet_id } : { kind: 'video', id: comment.video_id ?? '' }
