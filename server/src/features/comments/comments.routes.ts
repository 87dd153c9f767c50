import { api, commentText } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { getVisibleVideo } from '../videos/lookup.service.ts'
import { countComments, listComments, listReplies } from './comments.queries.ts'
import {
  addComment,
  changeComment,
  getVisibleComment,
  removeComment,
  reportComment,
} from './comments.service.ts'
import { toComment } from './comments.view.ts'

export function commentRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context

  bind(app, api.comment.addToVideo, async ({ params, body, viewer }) => {
    const row = await addComment(context, viewer.id, params.videoId, commentText(body), body.parentId)
    return { comment: toComment(row) }
  })
  bind(app, api.comment.updateOnVideo, async ({ params, body, viewer }) => {
    const row = await changeComment(context, params.commentId, viewer.id, commentText(body))
    return { updatedComment: toComment(row) }
  })
  bind(app, api.comment.removeFromVideo, async ({ params, viewer }) => {
    await removeComment(context, params.commentId, viewer.id)
    return null
  })
  bind(app, api.comment.listOfVideo, async ({ params, query, viewer }) => {
    const { videoId } = await getVisibleVideo(context, params.videoId, viewer?.id)
    const page = { limit: limitOf(query.limit), cursor: decodeCursor(query.cursor), viewerId: viewer?.id }
    const [{ rows, nextCursor }, totalDocs] = await Promise.all([
      listComments(sql, videoId, page),
      countComments(sql, videoId),
    ])
    return { comments: rows.map(toComment), totalDocs, nextCursor }
  })
  bind(app, api.comment.replies, async ({ params, query, viewer }) => {
    const comment = await getVisibleComment(context, params.commentId, viewer?.id)
    const page = { limit: limitOf(query.limit), cursor: decodeCursor(query.cursor), viewerId: viewer?.id }
    const { rows, nextCursor } = await listReplies(sql, comment.id, page)
    return { comments: rows.map(toComment), totalDocs: comment.replies_count, nextCursor }
  })
  bind(app, api.comment.report, async ({ params, viewer }) => {
    await reportComment(context, params.commentId, viewer.id)
    return null
  })
}
