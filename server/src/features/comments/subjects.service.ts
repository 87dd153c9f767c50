import type { Context } from '../../context.ts'
import { getExistingTweet } from '../tweets/lookup.service.ts'
import { getVisibleVideo } from '../videos/lookup.service.ts'
import type { CommentRow, SubjectRef } from './comments.queries.ts'

export interface Subject extends SubjectRef {
  ownerId: string
}

/** What a comment is about, if the viewer may see it; anything else is not found. */
export async function getVisibleSubject(
  context: Pick<Context, 'sql'>,
  { kind, id }: SubjectRef,
  viewerId: string | undefined,
): Promise<Subject> {
  if (kind === 'tweet') {
    const { tweetId, ownerId } = await getExistingTweet(context, id)
    return { kind, id: tweetId, ownerId }
  }
  const { videoId, ownerId } = await getVisibleVideo(context, id, viewerId)
  return { kind, id: videoId, ownerId }
}

export const subjectOf = (comment: CommentRow): SubjectRef =>
  comment.tweet_id ? { kind: 'tweet', id: comment.tweet_id } : { kind: 'video', id: comment.video_id ?? '' }
