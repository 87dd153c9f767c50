import type { Db, Tx } from '../../../../db/sql.ts'
import { conflict } from '../../../../lib/app-error.ts'
import { subjectOf } from '../comment-subjects.service.ts'
import { type CommentRow, findSubject } from '../comments.queries.ts'
import { announceReleased, announceWaiting } from '../comments.service.ts'
import { setHold } from '../creator/creator.queries.ts'
import { findCreatorHold, notHeld } from '../creator/find-hold.service.ts'
import { lockConversation } from '../write-comments.queries.ts'
import {
  findCommentForReview,
  findTakenDownComment,
  markCommentTakenDown,
  unmarkCommentTakenDown,
} from './comment-review.queries.ts'

/** Locks a comment until the transaction ends. Undefined if it was deleted. */
async function lockForReview(tx: Tx, id: string): Promise<CommentRow | undefined> {
  const comment = await findCommentForReview(tx, id)
  if (!comment) return undefined
  await lockConversation(tx, subjectOf(comment))
  return findCommentForReview(tx, id)
}

/** Hides a comment and the replies below it until it is restored or purged. Returns false if it does not exist. */
export async function takeDownComment(tx: Tx, id: string, now: Date): Promise<boolean> {
  const comment = await lockForReview(tx, id)
  if (comment) await markCommentTakenDown(tx, id, now)
  return comment !== undefined
}

/** Returns false if the comment was not taken down. */
export async function restoreComment(tx: Db, id: string): Promise<boolean> {
  const takenDown = await findTakenDownComment(tx, id)
  if (!takenDown) return false
  const { video_id, tweet_id } = takenDown
  await lockConversation(
    tx,
    video_id ? { kind: 'video', id: video_id } : { kind: 'tweet', id: tweet_id ?? '' },
  )
  return unmarkCommentTakenDown(tx, id)
}

/**
 * Shows a held comment, unless its author has changed it since the moderator read it. It may still have to wait for the
 * creator of the video or tweet.
 */
export async function approveComment(tx: Tx, id: string, readAt: string, now: Date): Promise<void> {
  const comment = await lockForReview(tx, id)
  if (!comment?.is_held || comment.hold)
    throw conflict('moderation.already-decided', 'This comment is not held any more')
  if (comment.updated_at.toISOString() !== readAt)
    throw conflict('moderation.changed', 'Its author has changed this comment. Please read it again.')
  const subject = await findSubject(tx, subjectOf(comment))
  const hold = subject ? await findCreatorHold(tx, subject, comment) : notHeld
  await setHold(tx, id, hold)
  await announceWaiting(tx, hold, now)
  if (!hold.is_held) await announceReleased(tx, comment, now)
}
