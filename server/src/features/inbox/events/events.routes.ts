import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { sessionHashOf } from '../../../http/access/sessions.ts'
import { mount, takeOver } from '../../../http/api/mount.ts'
import { createEventStreams } from '../../../http/events.ts'
import { completeFileAddresses } from '../../../http/files/file-addresses.ts'
import { unauthorized } from '../../../lib/app-error.ts'
import { catchUpOnVideos } from '../../publishing/videos/processing/progress.service.ts'
import { catchUpOnNotifications, notificationLookUps } from '../notifications/events.service.ts'

/** Each open page has one stream of server-sent events, which all features use. */
export function eventRoutes(app: FastifyInstance, context: Context) {
  const streams = createEventStreams(context, [catchUpOnVideos, catchUpOnNotifications], notificationLookUps)
  app.addHook('preClose', () => streams.close())

  mount(app, api.events.stream, async (request, reply) => {
    const { viewer, siteSeenFromElsewhere: site } = request
    const sessionHash = sessionHashOf(request)
    if (!viewer || !sessionHash) throw unauthorized()
    const raw = takeOver(reply)
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    const lastEventId = request.headers['last-event-id']
    streams.add(raw, {
      viewerId: viewer.id,
      sessionHash,
      adapt: (data) => (site ? completeFileAddresses(api.events.stream.data, data, site) : data),
      lastEventId: String(lastEventId ?? '') || undefined,
    })
  })
}
