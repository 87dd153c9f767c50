import type { ContentKind, ContentSubject } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Db, Tx } from '../../../db/sql.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { mustHoldForReview } from '../../core/site-settings/site-settings.service.ts'
import { assertMayMention, assertNotBlocked } from '../../people/blocks/blocks.service.ts'
import { notify, notifyMentioned } from '../../people/notify/notify.service.ts'
import { getVisibleSubject, subjectOf } from './comment-subjects.service.ts'
import { type CommentRow, findOwner, getComment, isAnyHeld } from './comments.queries.ts'
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
  await getVisibleSubject(context, subjectOf(comment), viewerId)
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
    is_held: await mustHoldForReview(sql, content),
  }
  await sql.begin(async (tx) => {
    await lockConversation(tx, subject)
    if (answered) await assertMayAnswer(tx, answered.id, ownerId)
    await insertComment(tx, subject, comment, clock.now())
    const recipientId = answered?.owner_id ?? subject.ownerId
    if (!comment.is_held) await announceComment(tx, comment, recipientId, clock.now())
  })
  // With its owner and counts, as in a list.
  return getComment(sql, comment.id, ownerId)
}

/**
 * Nobody could see a reply to a held comment. Checked while the subject is locked, because the comment may have been
 * held or removed in the meantime.
 */
async function assertMayAnswer(tx: Tx, id: string, viewerId: string): Promise<void> {
  const { parent_id } = await getComment(tx, id, viewerId)
  if (await isAnyHeld(tx, [id, parent_id ?? id]))
    throw conflict(
      'comment.held',
      'This comment is held for review. You can reply when a moderator has approved it.',
    )
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

/** Notifies about a comment that is no longer held. */
export async function announceReleased(tx: Tx, comment: CommentRow, now: Date): Promise<void> {
  await announceComment(tx, comment, await findAnswered(tx, comment), now)
}

/** The owner of the comment, video or tweet that a comment answers; undefined if that was deleted. */
async function findAnswered(tx: Tx, comment: CommentRow): Promise<string | undefined> {
  const subject = subjectOf(comment)
  if (!comment.parent_id) return findOwner(tx, `${subject.kind}s`, subject.id)
  return comment.answers_id ? findOwner(tx, 'comments', comment.answers_id) : undefined
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
  const is_held = await mustHoldForReview(sql, content)
  await sql.begin(async (tx) => {
    await lockConversation(tx, subjectOf(comment))
    const { is_held: wasHeld } = await getComment(tx, id, ownerId)
    const isCreator = (await findOwner(tx, `${kind}s`, subjectOf(comment).id)) === ownerId
    // The creator's marks were for the previous text.
    const marks = isCreator ? {} : { is_pinned: false, is_hearted: false }
    if (!(await updateComment(tx, id, ownerId, { content, is_held, ...marks }, clock.now())))
      throw refusal(comment, ownerId, 'change')
    if (is_held) return
    if (wasHeld) await announceReleased(tx, { ...comment, content }, clock.now())
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
