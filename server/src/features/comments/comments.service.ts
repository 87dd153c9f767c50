import type { Context } from '../../context.ts'
import { consume } from '../../http/rate-limit.ts'
import { badRequest, forbidden, notFound } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { assertMayMention, assertNotBlocked } from '../blocks/blocks.service.ts'
import { notify, notifyMentioned } from '../notifications/notifications.service.ts'
import { requestPurge } from '../purge/purge.jobs.ts'
import {
  type CommentRow,
  deleteComment,
  detachComment,
  getComment,
  insertComment,
  insertReport,
  lockSubject,
  type SubjectKind,
  type SubjectRef,
  updateComment,
} from './comments.queries.ts'
import { getVisibleSubject, subjectOf } from './subjects.service.ts'

const commentsPerMinute = 30
const reportsPerMinute = 60

/** A comment on something that the viewer may see; on anything else it is as good as not there. */
export async function getVisibleComment(
  context: Pick<Context, 'sql'>,
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
  on: SubjectRef,
  content: string,
  parentId: string | undefined,
): Promise<CommentRow> {
  const { sql, clock } = context
  const subject = await getVisibleSubject(context, on, ownerId)
  await consume(sql, { key: `comment:${ownerId}`, max: commentsPerMinute, windowSeconds: 60 }, clock.now())
  const parent = parentId ? await getComment(sql, parentId, ownerId) : undefined
  if (parent && subjectOf(parent).id !== subject.id)
    throw badRequest(`The comment belongs to another ${subject.kind}`, 'parentId', 'comment.other-subject')
  await assertNotBlocked(sql, ownerId, subject.ownerId, parent ? 'reply' : 'comment')
  await assertMayMention(sql, ownerId, content)
  // An answer to an answer joins the same conversation.
  const comment = {
    id: newId(),
    parent_id: parent?.parent_id ?? parent?.id ?? null,
    owner_id: ownerId,
    content,
  }
  await sql.begin(async (tx) => {
    await lockSubject(tx, subject)
    await insertComment(tx, subject, comment, clock.now())
    const about = { actorId: ownerId, subject: { kind: 'comment', id: comment.id } } as const
    const userId = parent?.owner_id ?? subject.ownerId
    await notify(tx, { ...about, userId, kind: parent ? 'reply' : 'comment' }, clock.now())
    await notifyMentioned(tx, { ...about, text: content }, clock.now())
  })
  return getComment(sql, comment.id, ownerId)
}

export async function changeComment(
  { sql, clock }: Context,
  kind: SubjectKind,
  id: string,
  ownerId: string,
  content: string,
): Promise<CommentRow> {
  const comment = await getCommentOn(sql, kind, id, ownerId)
  await assertMayMention(sql, ownerId, content)
  await sql.begin(async (tx) => {
    if (!(await updateComment(tx, comment.id, ownerId, content, clock.now())))
      throw refusal(comment, ownerId, 'change')
    const subject = { kind: 'comment', id: comment.id } as const
    await notifyMentioned(tx, { actorId: ownerId, subject, text: content }, clock.now())
  })
  return getComment(sql, id, ownerId)
}

export async function removeComment(
  { sql }: Context,
  kind: SubjectKind,
  id: string,
  ownerId: string,
): Promise<void> {
  const comment = await getCommentOn(sql, kind, id, ownerId)
  const isDeleted = await sql.begin(async (tx) => {
    await lockSubject(tx, subjectOf(comment))
    if (await deleteComment(tx, comment.id, ownerId)) return true
    if (!(await detachComment(tx, comment.id, ownerId))) return false
    await requestPurge(tx)
    return true
  })
  if (!isDeleted) throw refusal(comment, ownerId, 'delete')
}

/** Why nothing was written: it is another's, or it was one's own and went away in the meantime. */
const refusal = (comment: CommentRow, viewerId: string, deed: 'change' | 'delete') =>
  comment.owner_id === viewerId
    ? notFound('comment.not-found', 'Comment not found')
    : forbidden('comment.not-author', `Only its author can ${deed} a comment`)

/** An address speaks of one kind of comment; the other kind is not found there. */
async function getCommentOn(sql: Context['sql'], kind: SubjectKind, id: string, viewerId: string) {
  const comment = await getComment(sql, id, viewerId)
  if (subjectOf(comment).kind !== kind) throw notFound('comment.not-found', 'Comment not found')
  return comment
}

export async function reportComment(context: Context, id: string, reporterId: string): Promise<void> {
  const comment = await getVisibleComment(context, id, reporterId)
  const limit = { key: `report:${reporterId}`, max: reportsPerMinute, windowSeconds: 60 }
  await consume(context.sql, limit, context.clock.now())
  if (comment.owner_id === reporterId)
    throw badRequest('You cannot report your own comment', undefined, 'comment.own')
  await insertReport(context.sql, comment.id, reporterId, context.clock.now())
}
