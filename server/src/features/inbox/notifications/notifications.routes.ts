import { addressOf, api, latestNotifications } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { endDigestByToken } from './digest/digest.service.ts'
import { getNotificationSettings } from './notification-settings.queries.ts'
import {
  changeSettings,
  countUnread,
  listLatest,
  listPage,
  markAllRead,
  markRead,
} from './notifications.service.ts'

export function notificationRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.notifications.list, ({ viewer }) => listLatest(context, viewer.id, latestNotifications))
  bind(app, api.notifications.page, async ({ query, viewer }) => {
    const page = await listPage(context, viewer.id, limitOf(query.limit), decodeCursor(query.cursor))
    const unreadCount = query.cursor ? null : await countUnread(context, viewer.id, page)
    return { docs: page.rows, nextCursor: page.nextCursor, unreadCount }
  })
  bind(app, api.notifications.markRead, async ({ params, viewer }) => {
    await markRead(context, viewer.id, params.id)
    return null
  })
  bind(app, api.notifications.markAllRead, async ({ body, viewer }) => {
    await markAllRead(context, viewer.id, body.until ? new Date(body.until) : undefined)
    return null
  })
  bind(app, api.notifications.settings, ({ viewer }) => getNotificationSettings(context.sql, viewer.id))
  bind(app, api.notifications.updateSettings, ({ body, viewer }) => changeSettings(context, viewer.id, body))
  app.register(async (scope) => unsubscribeRoutes(scope, context))
}

/**
 * The address in the `List-Unsubscribe` header of a digest: mail programs post a form to it, or open it in a browser.
 */
function unsubscribeRoutes(app: FastifyInstance, context: AppContext) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}))
  bind(app, api.notifications.unsubscribe, async ({ query }) => {
    await endDigestByToken(context, query.user, query.token)
    return null
  })
  app.get(addressOf(api.notifications.unsubscribe), { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/unsubscribe${new URL(request.url, 'http://localhost').search}`),
  )
}
