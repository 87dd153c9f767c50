import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { listUsersIn } from '../accounts/user-lists.queries.ts'
import { getCommentRules } from './comment-rules.queries.ts'
import { setBlockedWords, setDefaultMode, silencePerson, unsilencePerson } from './comment-rules.service.ts'

export function commentRuleRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context
  bind(app, api.commentRules.get, async ({ viewer }) => {
    const { comments_mode, blocked_words } = await getCommentRules(sql, viewer.id)
    return { commentsMode: comments_mode, blockedWords: blocked_words }
  })
  bind(app, api.commentRules.setMode, async ({ body, viewer }) => {
    await setDefaultMode(context, viewer.id, body.commentsMode)
    return null
  })
  bind(app, api.commentRules.setWords, async ({ body, viewer }) => {
    await setBlockedWords(context, viewer.id, body.words, body.lastSeen)
    return null
  })
  bind(app, api.commentRules.silence, async ({ params, viewer }) => {
    await silencePerson(context, viewer.id, params.userId)
    return null
  })
  bind(app, api.commentRules.unsilence, async ({ params, viewer }) => {
    await unsilencePerson(context, viewer.id, params.userId)
    return null
  })
  bind(app, api.commentRules.silenced, async ({ query: { limit, cursor }, viewer }) => {
    const page = await listUsersIn(sql, 'silenced_people', viewer.id, limitOf(limit), decodeCursor(cursor))
    return { docs: page.rows.map(toOwner), nextCursor: page.nextCursor }
  })
}
