import { api, commentText, type QueryOf } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { countComments, getComment, listComments, listReplies, type SubjectRef } from './comments.queries.ts'
import { addComment, changeComment, getVisibleComment, removeComment } from './comments.service.ts'
import { toComment } from './comments.view.ts'
import { getVisibleSubject, subjectOf } from './subjects.service.ts'

type PageQuery = QueryOf<typeof api.comment.replies>

const pageOf = ({ limit, cursor }: PageQuery, viewerId: string | undefined) => ({
  limit: limitOf(limit),
  cursor: decodeCursor(cursor),
  viewerId,
})

export function commentRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context

  async function list(on: SubjectRef, query: PageQuery, viewerId: string | undefined) {
    const subject = await getVisibleSubject(context, on, viewerId)
    const [{ rows, nextCursor }, totalDocs] = await Promise.all([
      listComments(sql, subject, pageOf(query, viewerId)),
      countComments(sql, subject, viewerId),
    ])
    return { comments: rows.map(toComment), totalDocs, nextCursor }
  }

  bind(app, api.comment.addToVideo, async ({ params, body, viewer }) => {
    const on: SubjectRef = { kind: 'video', id: params.videoId }
    const row = await addComment(context, viewer.id, on, commentText(body), body.parentId)
    return { comment: toComment(row) }
  })
  bind(app, api.comment.addToTweet, async ({ params, body, viewer }) => {
    const on: SubjectRef = { kind: 'tweet', id: params.tweetId }
    const row = await addComment(context, viewer.id, on, commentText(body), body.parentId)
    return { comment: toComment(row) }
  })
  bind(app, api.comment.updateOnVideo, async ({ params, body, viewer }) => {
    const row = await changeComment(context, 'video', params.commentId, viewer.id, commentText(body))
    return { updatedComment: toComment(row) }
  })
  bind(app, api.comment.updateOnTweet, async ({ params, body, viewer }) => {
    const row = await changeComment(context, 'tweet', params.commentId, viewer.id, commentText(body))
    return { updatedComment: toComment(row) }
  })
  bind(app, api.comment.removeFromVideo, async ({ params, viewer }) => {
    await removeComment(context, 'video', params.commentId, viewer.id)
    return null
  })
  bind(app, api.comment.removeFromTweet, async ({ params, viewer }) => {
    await removeComment(context, 'tweet', params.commentId, viewer.id)
    return null
  })
  bind(app, api.comment.listOfVideo, ({ params, query, viewer }) =>
    list({ kind: 'video', id: params.videoId }, query, viewer?.id),
  )
  bind(app, api.comment.listOfTweet, ({ params, query, viewer }) =>
    list({ kind: 'tweet', id: params.tweetId }, query, viewer?.id),
  )
  bind(app, api.comment.replies, async ({ params, query, viewer }) => {
    const comment = await getVisibleComment(context, params.commentId, viewer?.id)
    const { rows, nextCursor } = await listReplies(sql, comment.id, pageOf(query, viewer?.id))
    return { comments: rows.map(toComment), totalDocs: comment.replies_count, nextCursor }
  })
  bind(app, api.comment.thread, async ({ params, viewer }) => {
    const comment = await getVisibleComment(context, params.commentId, viewer?.id)
    const parent = comment.parent_id ? [await getComment(sql, comment.parent_id, viewer?.id)] : []
    return { comments: [...parent, comment].map(toComment), subjectId: subjectOf(comment).id }
  })
}
