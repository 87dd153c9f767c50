import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../../db/paging.ts'
import { bind } from '../../../../http/api/bind.ts'
import { toComment } from '../comments.view.ts'
import { listHeldBy } from './creator.queries.ts'
import {
  approveAsCreator,
  hideComment,
  removeAsCreator,
  restoreAsCreator,
  showComment,
} from './creator.service.ts'

/** What creators decide about the comments on their videos and tweets. */
export function creatorRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.comments.remove, async ({ params, body, viewer }) => {
    const change = body.isRemoved ? removeAsCreator : restoreAsCreator
    await change(context, params.commentId, viewer.id)
    return null
  })
  bind(app, api.comments.hide, async ({ params, body, viewer }) => {
    const change = body.isHidden ? hideComment : showComment
    await change(context, params.commentId, viewer.id)
    return null
  })
  bind(app, api.comments.approve, async ({ params, body, viewer }) => {
    await approveAsCreator(context, params.commentId, viewer.id, body.updatedAt)
    return null
  })
  bind(app, api.comments.held, async ({ query: { state, limit, cursor }, viewer }) => {
    const page = { limit: limitOf(limit), cursor: decodeCursor(cursor) }
    const { rows, nextCursor } = await listHeldBy(context.sql, viewer.id, state, page)
    const docs = rows.map((row) => ({
      comment: toComment(row),
      subject: { kind: row.subject_kind, _id: row.subject_id, title: row.subject_title },
    }))
    return { docs, nextCursor }
  })
}
