import { type ContentKind, type ContentSubject, commentsOffMessages } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Db, Tx } from '../../../db/sql.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { assertMayMention, assertNotBlocked } from '../../people/blocks/blocks.service.ts'
import { notify, notifyMentioned, notifyWaiting } from '../../people/notify/notify.service.ts'
import { getVisibleSubject, subjectOf } from './comment-subjects.service.ts'
import { type CommentRow, findAuthor, findHeld, findSubject, getComment } from './comments.queries.ts'
import { findHold, type Hold, heldBy } from './creator/find-hold.service.ts'
import {
  deleteComment,
  detachComment,
  insertComment,
  lockConversation,
  updateComment,
} from './write-comments.queries.ts'

const commentsPerMinute = 30

/** Throws not-found unless the viewer may see the comment and its video or tweet. */
export async function getVisibleComment(
  context: { sql: Db },
  id: string,
  viewerId: string | undefined,
): Promise<CommentRow> {
  const comment = await getComment(context.sql, id, viewerId)
  const { commentsMode } = await getVisibleSubject(context, subjectOf(comment), viewerId)
  if (commentsMode === 'off') throw notFound('comment.not-found', 'Comment not found')
  return comment
}

export async function addComment(
  context: Context,
  ownerId: string,
  on: ContentSubject,
  content: string,
  parentId: string | undefined,
): Promise<CommentRow> {
  const { sql, clock } = context
  const subject = await getVisibleSubject(context, on, ownerId)
  await countAttempt(
    sql,
    { key: `comment:${ownerId}`, max: commentsPerMinute, windowSeconds: 60 },
    clock.now(),
  )
  if (subject.commentsMode === 'off') throw forbidden('comment.off', commentsOffMessages[subject.kind])
  const answered = parentId ? await getComment(sql, parentId, ownerId) : undefined
  if (answered && subjectOf(answered).id !== subject.id)
    throw badRequest(`The comment belongs to another ${subject.kind}`, 'parentId', 'comment.other-subject')
  await assertNotBlocked(sql, ownerId, subject.ownerId, answered ? 'reply' : 'comment')
  await assertMayMention(sql, ownerId, content)
  // A reply to a reply joins the same conversation.
  const comment = {
    id: newId(),
    parent_id: answered?.parent_id ?? answered?.id ?? null,
    answers_id: answered?.id ?? null,
    owner_id: ownerId,
    content,
    ...(await findHold(sql, subject, { owner_id: ownerId, content })),
  }
  await sql.begin(async (tx) => {
    await lockConversation(tx, subject)
    const isSecret = answered ? await assertMayAnswer(tx, answered.id, ownerId) : false
    await insertComment(tx, subject, comment, clock.now())
    const recipientId = answered?.owner_id ?? subject.ownerId
    await announceWaiting(tx, comment, clock.now())
    if (!comment.is_held && !isSecret) await announceComment(tx, comment, recipientId, clock.now())
  })
  // With its owner and counts, as in a list.
  return getComment(sql, comment.id, ownerId)
}

/**
 * Nobody could see a reply to a held comment. Checked while the subject is locked, because the comment may have been
 * held or removed in the meantime. Returns whether the conversation is hidden, which the author of its first comment,
 * the only one who sees it, is not told.
 */
async function assertMayAnswer(tx: Tx, id: string, viewerId: string): Promise<boolean> {
  const { parent_id } = await getComment(tx, id, viewerId)
  const topId = parent_id ?? id
  const held = await findHeld(tx, [id, topId])
  const waiting = held.find(({ hold }) => hold === null || hold === 'approval')
  if (waiting?.hold === 'approval')
    throw conflict('comment.held', 'This comment waits for approval. You can reply when it is approved.')
  if (waiting)
    throw conflict(
      'comment.held',
      'This comment is held for review. You can reply when a moderator has approved it.',
    )
  return held.some((comment) => comment.id === topId)
}

/** Tells the creator that a comment waits for their approval. */
export async function announceWaiting(tx: Tx, { hold, held_by }: Hold, now: Date): Promise<void> {
  if (hold === 'approval' && held_by) await notifyWaiting(tx, held_by, now)
}

type Announced = Pick<CommentRow, 'id' | 'owner_id' | 'parent_id' | 'content'>

/** Notifies the owner of the answered comment, video or tweet, if it still exists, and the people mentioned. */
async function announceComment(
  tx: Tx,
  comment: Announced,
  userId: string | undefined,
  now: Date,
): Promise<void> {
  const { id, owner_id: actorId, parent_id } = comment
  const kind = parent_id ? 'reply' : 'comment'
  if (userId) await notify(tx, { userId, kind, actorId, subject: { kind: 'comment', id } }, now)
  await notifyMentionedIn(tx, comment, now)
}

const notifyMentionedIn = (tx: Tx, { id, owner_id: actorId, content }: Announced, now: Date) =>
  notifyMentioned(tx, { actorId, subject: { kind: 'comment', id }, text: content }, now)

/** Notifies about a comment that is no longer held. Who released it has read it. */
export async function announceReleased(
  tx: Tx,
  comment: CommentRow,
  now: Date,
  releasedBy?: string,
): Promise<void> {
  const answered = await findAnswered(tx, comment)
  await announceComment(tx, comment, answered === releasedBy ? undefined : answered, now)
}

/** The owner of the comment, video or tweet that a comment answers; undefined if that was deleted. */
async function findAnswered(tx: Tx, comment: CommentRow): Promise<string | undefined> {
  if (!comment.parent_id) return (await findSubject(tx, subjectOf(comment)))?.ownerId
  return comment.answers_id ? findAuthor(tx, comment.answers_id) : undefined
}

export async function changeComment(
  { sql, clock }: Context,
  kind: ContentKind,
  id: string,
  ownerId: string,
  content: string,
): Promise<CommentRow> {
  const comment = await getCommentOn(sql, kind, id, ownerId)
  await assertMayMention(sql, ownerId, content)
  const subject = await findSubject(sql, subjectOf(comment))
  if (!subject) throw notFound('comment.not-found', 'Comment not found')
  const found = await findHold(sql, subject, { owner_id: ownerId, content })
  await sql.begin(async (tx) => {
    await lockConversation(tx, subject)
    const before = await getComment(tx, id, ownerId)
    // What its creator hid stays hidden.
    const hold = before.hold === 'hidden' ? heldBy(subject.ownerId, 'hidden') : found
    // The creator's marks were for the previous text.
    const marks = subject.ownerId === ownerId ? {} : { is_pinned: false, is_hearted: false }
    if (!(await updateComment(tx, id, ownerId, { content, ...hold, ...marks }, clock.now())))
      throw refusal(comment, ownerId, 'change')
    if (before.hold !== 'approval') await announceWaiting(tx, hold, clock.now())
    if (hold.is_held) return
    if (before.is_held) await announceReleased(tx, { ...comment, content }, clock.now())
    else await notifyMentionedIn(tx, { ...comment, content }, clock.now())
  })
  return getComment(sql, id, ownerId)
}

export async function removeComment(
  { sql }: Context,
  kind: ContentKind,
  id: string,
  ownerId: string,
): Promise<void> {
  const comment = await getCommentOn(sql, kind, id, ownerId)
  const isDeleted = await sql.begin(async (tx) => {
    await lockConversation(tx, subjectOf(comment))
    if (await deleteComment(tx, comment.id, ownerId)) return true
    if (!(await detachComment(tx, comment.id, ownerId))) return false
    await requestPurge(tx)
    return true
  })
  if (!isDeleted) throw refusal(comment, ownerId, 'delete')
}

/** The error if nothing was written: the comment is someone else's, or the viewer's own and was just deleted. */
const refusal = (comment: CommentRow, viewerId: string, action: 'change' | 'delete') =>
  comment.owner_id === viewerId
    ? notFound('comment.not-found', 'Comment not found')
    : forbidden('comment.not-author', `Only its author can ${action} a comment`)

/** The endpoints for comments on videos do not find comments on tweets, and the other way round. */
async function getCommentOn(sql: Context['sql'], kind: ContentKind, id: string, viewerId: string) {
  const comment = await getComment(sql, id, viewerId)
  if (subjectOf(comment).kind !== kind) throw notFound('comment.not-found', 'Comment not found')
  return comment
}
