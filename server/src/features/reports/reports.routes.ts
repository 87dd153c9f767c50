import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { reportThing } from './reports.service.ts'

export function reportRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.report.video, async ({ params, body, viewer }) => {
    await reportThing(context, viewer.id, { kind: 'video', id: params.videoId, ...body })
    return null
  })
  bind(app, api.report.tweet, async ({ params, body, viewer }) => {
    await reportThing(context, viewer.id, { kind: 'tweet', id: params.tweetId, ...body })
    return null
  })
  bind(app, api.report.comment, async ({ params, body, viewer }) => {
    await reportThing(context, viewer.id, { kind: 'comment', id: params.commentId, ...body })
    return null
  })
  bind(app, api.report.profile, async ({ params, body, viewer }) => {
    await reportThing(context, viewer.id, { kind: 'profile', id: params.channelId, ...body })
    return null
  })
}
