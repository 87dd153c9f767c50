import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { createReport } from './reports.service.ts'

export function reportRoutes(app: FastifyInstance, context: Context) {
  mapForeignKeysToNotFound(app, [
    'moderation_cases_comment_id_fkey',
    'moderation_cases_tweet_id_fkey',
    'moderation_cases_video_id_fkey',
  ])
  bind(app, api.reports.video, async ({ params, body, viewer }) => {
    await createReport(context, viewer.id, { kind: 'video', id: params.videoId, ...body })
    return null
  })
  bind(app, api.reports.tweet, async ({ params, body, viewer }) => {
    await createReport(context, viewer.id, { kind: 'tweet', id: params.tweetId, ...body })
    return null
  })
  bind(app, api.reports.comment, async ({ params, body, viewer }) => {
    await createReport(context, viewer.id, { kind: 'comment', id: params.commentId, ...body })
    return null
  })
  bind(app, api.reports.profile, async ({ params, body, viewer }) => {
    await createReport(context, viewer.id, { kind: 'profile', id: params.channelId, ...body })
    return null
  })
}
