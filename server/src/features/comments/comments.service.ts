import type { AppContext } from '../../context.ts'
import { consume } from '../../http/rate-limit.ts'
import { badRequest, forbidden, notFound } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { addNotification } from '../notifications/notifications.service.ts'
import { getVisibleVideo } from '../videos/lookup.service.ts'
import {
  type CommentRow,
  deleteComment,
  getComment,
  insertComment,
  insertReport,
  updateComment,
} from './comments.queries.ts'

const commentsPerMinute = 30

/** A comment on a video that the viewer may see; on any other it is as good as not there. */
export async function getVisibleComment(
  context: Pick<AppContext, 'sql'>,
  id: string,
  viewerId: string | undefined,
): Promise<CommentRow> {
  const comment = await getComment(context.sql, id, viewerId)
  await getVisibleVideo(context, comment.video_id, viewerId)
  return comment
}

export async function addComment(
  context: AppContext,
  ownerId: string,
  videoId: string,
  content: string,
  parentId: string | undefined,
): Promise<CommentRow> {
  const { sql, clock } = context
  const video = await getVisibleVideo(context, videoId, ownerId)
  await consume(sql, { key: `comment:${ownerId}`, max: commentsPerMinute, windowSeconds: 60 }, clock.now())
  const parent = parentId ? await getComment(sql, parentId, ownerId) : undefined
  if (parent && parent.video_id !== video.videoId)
    throw badRequest('The comment belongs to another video', 'parentId')
  // An answer to an answer joins the same conversation.
  const comment = {
    id: newId(),
    video_id: video.videoId,
    parent_id: parent?.parent_id ?? parent?.id ?? null,
    owner_id: ownerId,
    content,
  }
  await sql.begin(async (tx) => {
    await insertComment(tx, comment, clock.now())
    const told = parent?.owner_id ?? video.ownerId
    const message = parent ? 'replied to your comment' : 'commented on your video'
    await addNotification(tx, { userId: told, actorId: ownerId, message }, clock.now())
  })
  return getComment(sql, comment.id, ownerId)
}

export async function changeComment(
  { sql, clock }: AppContext,
  id: string,
  ownerId: string,
  content: string,
): Promise<CommentRow> {
  const comment = await getComment(sql, id, ownerId)
  if (!(await updateComment(sql, comment.id, ownerId, content, clock.now())))
    throw forbidden('Only its author can change a comment')
  return getComment(sql, id, ownerId)
}

export async function removeComment({ sql }: AppContext, id: string, ownerId: string): Promise<void> {
  const comment = await getComment(sql, id, ownerId)
  if (await deleteComment(sql, comment.id, ownerId)) return
  throw comment.owner_id === ownerId
    ? notFound('Comment not found')
    : forbidden('Only its author can delete a comment')
}

export async function reportComment(context: AppContext, id: string, reporterId: string): Promise<void> {
  const comment = await getVisibleComment(context, id, reporterId)
  if (comment.owner_id === reporterId) throw badRequest('You cannot report your own comment')
  await insertReport(context.sql, comment.id, reporterId, context.clock.now())
}
